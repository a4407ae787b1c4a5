import fc from "fast-check";
import { bucket, call, create, groupsPath, newGroup, start } from "./client";
import { tries } from "../tries";

const host = { source: "a.example.com" };

/** Expects that a new group is refused, with this body of the answer. */
async function expectRefused(body: unknown, expected: object): Promise<void> {
  const emulator = await start();
  const answer = await call(emulator, "POST", groupsPath, body);
  expect(answer.body).toEqual(expected);
  expect(answer.status).toBe(400);
  expect(emulator.state().originGroups).toEqual([]);
}

/** The part of a body that has these sources. */
const sources = (...all: unknown[]) => ({ sources: all });

describe("what the contract allows is accepted (sections 2.1 and 8)", () => {
  const place = { s3_type: "cloudvendor", s3_bucket_name: "b".repeat(256), s3_region: "north-1" };
  const cloudAuth = { ...place, s3_access_key_id: "abc", s3_secret_access_key: "A+/-:_7".padEnd(40, "z") };
  const label = "a".repeat(60);
  const longHost = `${label}.${label}.${label}.${label}.example`;

  const signed = { auth_type: "cloudSignatureV4", sources: undefined };
  const legacy = (auth: object = {}) => ({ ...signed, auth: { ...cloudAuth, ...auth } });

  it.each<[string, object]>([
    ["a name of 255 characters outside the basic plane", { name: "\u{1F310}".repeat(255) }],
    ["all cases of proxy_next_upstream", { proxy_next_upstream: ["http_504", "http_429", "invalid_header", "error"] }],
    ["no cases while use_next is false", { use_next: false, proxy_next_upstream: [] }],
    ["ports 1 and 65535", sources({ source: "a.example.com:1" }, { source: "a.example.com:65535" })],
    ["a name with letters beyond ASCII", sources({ source: "b\u00fccher.example" })],
    [
      "a name that cannot be written without combining marks",
      sources({ source: "\u0928\u092e\u0938\u094d\u0924\u0947.\u092d\u093e\u0930\u0924" }),
    ],
    ["a long host name", sources({ source: longHost })],
    ["a Host header of 255 characters", sources({ ...host, host_header_override: "h".repeat(255) })],
    ["short keys", sources(bucket("b", { s3_access_key_id: "a:-_", s3_secret_access_key: "+/-:_".padEnd(16, "0") }))],
    ["long keys", sources(bucket("b", { s3_access_key_id: "a".repeat(255), s3_secret_access_key: "s".repeat(255) }))],
    ["the longest bucket name", sources(bucket("b".repeat(256)))],
    ["one disabled, one backup", sources({ ...host, enabled: false }, { source: "b.example.com", backup: true })],
    ["an access key ID of 3 characters in auth", legacy()],
    ["an access key ID of 512 characters in auth", legacy({ s3_access_key_id: "a".repeat(512) })],
  ])("%s", async (_what, body) => {
    await create(await start(), { ...newGroup("a"), ...body });
  });
});

describe("what is not quite an error of section 7 is accepted", () => {
  it("a private origin on its own", async () => {
    const emulator = await start({ seed: { names: { "own.example.com": "privateOrigin" } } });
    await create(emulator, newGroup("a", "own.example.com"));
  });

  it("a port while the linked resource has another originProtocol than MATCH, and its CNAME with a port", async () => {
    const usedBy = { resources: [{ id: 5, originProtocol: "HTTPS", cname: "cdn.example.com" }] };
    const sources = [{ source: "a.example.com" }];
    const emulator = await start({ seed: { originGroups: [{ id: 3, name: "a", sources, usedBy }] } });
    const put = { ...newGroup("a"), sources: [{ source: "a.example.com:8080" }, { source: "cdn.example.com:8080" }] };
    expect(await call(emulator, "PUT", `${groupsPath}/3`, put)).toMatchObject({ status: 200 });
  });
});

describe("what the contract does not allow is refused", () => {
  const missing = ["This field is required."];
  const boolean = "Must be a valid boolean.";
  const blank = { name: ["This field may not be blank."] };
  const surrogate = (code: string) => ({ name: [`Surrogate characters are not allowed: ${code}.`] });
  const noChoice = ['"ftp" is not a valid choice.'];
  const wrongType = { "a.example.com": { origin_type: noChoice } };

  it.each<[string, object, object]>([
    ["no name and no sources", { name: undefined, sources: undefined }, { name: missing, sources: missing }],
    ["a number as name", { name: 5 }, { name: ["Not a valid string."] }],
    ["a text as flag", { use_next: "yes" }, { use_next: [boolean] }],
    ["an unknown property", { useNext: 1, id: 1 }, { useNext: ["Unknown property."], id: ["Unknown property."] }],
    ["a text as flag of a source", sources({ ...host, backup: "no" }), sources(`sources[0].backup: ${boolean}`)],
    ["an empty name", { name: "" }, { errors: blank }],
    ["a name of blanks", { name: " \t\u00a0" }, { errors: blank }],
    ["a name with an unpaired surrogate", { name: "a\ud83d" }, { errors: surrogate("U+D83D") }],
    ["an unknown case", { proxy_next_upstream: ["ftp"] }, { errors: { proxy_next_upstream: noChoice } }],
    ["an unknown origin_type", sources({ ...host, origin_type: "ftp" }), { errors: { sources: wrongType } }],
  ])("%s", async (_what, rest, expected) => {
    await expectRefused({ name: "a", sources: [host], ...rest }, expected);
  });

  const lackingType = expect.arrayContaining(["s3_type: This field is required."]) as string[];
  it.each<[string, object, string, unknown]>([
    ["an edge application without origin_type", { config: { app_id: "1" } }, "s3_entry_0", lackingType],
    ["an unknown property of config", bucket("b", { s3BucketName: "b" }), "b", ["s3BucketName: Unknown property."]],
  ])("%s", async (_what, source, name, config) => {
    await expectRefused({ name: "a", ...sources(source) }, { errors: { sources: { [name]: { config } } } });
  });

  it.each<[string, unknown, object]>([
    ["a list as body", [], { message: "Invalid data. Expected a dictionary, but got list." }],
    ["no JSON", "{not json", { message: "JSON parse error." }],
  ])("%s", async (_what, body, expected) => {
    await expectRefused(body, expected);
  });

  it.each(["name", "use_next", "sources"])("a PUT without %s", async (field) => {
    const emulator = await start();
    const id = await create(emulator, newGroup("a"));
    const answer = await call(emulator, "PUT", `${groupsPath}/${id}`, { ...newGroup("a"), [field]: undefined });
    expect(answer).toMatchObject({ status: 400, body: { [field]: ["This field is required."] } });
  });

  it.each(["10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "224.0.0.1", "::1", "[fe80::1]:80"])(
    "the reserved address %s",
    async (address) => {
      const { body } = await call(await start(), "POST", groupsPath, newGroup("a", address));
      const message = "The IP address cannot be used as an origin source. Please try another IP.";
      expect(body).toEqual({ errors: { sources: { [address]: { source: [message] } } } });
    },
  );

  it.each([
    ...["localhost", "1.2.3.999", "-a.example.com", "a..example.com", "exa mple.com", "*.example.com", "[example.com]"],
    "[192.0.2.1]",
    // Beyond ASCII: names without an ASCII form, or with one that is not a domain name.
    ...["-b\u00fccher.example", "b\u00fccher-.example", "b\u00fccher..example", "b\u00fc%63her.example"],
    ...["b\u00fc\tcher.example", "b\u00fccher?.example", "\u0301a.example", "\uff11.\uff12.\uff13.\uff14"],
    `${"\u00fc".repeat(60)}.example`,
  ])("the host %j", async (host) => {
    const { body } = await call(await start(), "POST", groupsPath, newGroup("a", host));
    expect(body).toEqual({ errors: { sources: { [host]: { source: [expect.stringContaining("is invalid")] } } } });
  });
});

describe("plan limits", () => {
  it("answer 403 to a group beyond the limit", async () => {
    const emulator = await start({ seed: { plan: { groupsLimit: 1 } } });
    const id = await create(emulator, newGroup("a"));
    const refused = await call(emulator, "POST", groupsPath, newGroup("b"));
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({ message: "Upgrade service to create more than 1 Origins group(s)." });
    expect(await call(emulator, "PUT", `${groupsPath}/${id}`, newGroup("b"))).toMatchObject({ status: 200 });
  });

  it("answer 400 to a new group with too many sources, with the message of a create", async () => {
    const emulator = await start({ seed: { plan: { originsLimit: 1 } } });
    const sources = [{ source: "a.example.com" }, { source: "b.example.com" }];
    const refused = await call(emulator, "POST", groupsPath, { ...newGroup("a"), sources });
    const message = "Impossible to add origin group with more than 1 origins on your tariff plan.";
    expect([refused.status, refused.body]).toEqual([400, { errors: { sources: [message] } }]);
    expect(emulator.state().originGroups).toEqual([]);
  });
});

it("any body is answered with 201 or 400", async () => {
  const emulator = await start();
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("a.example.com", "s3", "host", "__proto__", true),
  );
  const object = (keys: string[], value: fc.Arbitrary<unknown>) => fc.dictionary(fc.constantFrom(...keys), value);
  const config = object(["s3_type", "s3_bucket_name", "s3_region", "s3_access_key_id", "s3_auth_type", "app_id"], odd);
  const source = object(
    ["source", "origin_type", "config", "backup", "host_header_override"],
    fc.oneof({ weight: 2, arbitrary: odd }, config),
  );
  const entries = fc.oneof(fc.constant([host]), fc.array(fc.oneof(source, odd)), odd);
  const name = fc.oneof(fc.constant("a"), odd);
  const anything = fc.record(
    { name, use_next: fc.oneof(fc.boolean(), odd), sources: entries, auth_type: odd, auth: odd },
    { requiredKeys: ["name", "use_next", "sources"] },
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(anything, async (sent) => {
      emulator.replaceState({});
      const { status } = await call(emulator, "POST", groupsPath, sent);
      expect([201, 400]).toContain(status);
      statuses.add(status);
    }),
    tries(400),
  );
  expect(statuses.size).toBe(2);
});
