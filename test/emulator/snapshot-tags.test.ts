import fc from "fast-check";
import type { Emulator } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, expectInvalid, invalidFields } from "./cloud-error";
import { snapshotPath, snapshotSeed } from "./snapshot-seed";
import { tries } from "../tries";

const patch = (emulator: Emulator, tags: unknown) => call(emulator, "PATCH", snapshotPath, { tags });

interface Tag {
  readonly key: string;
  readonly value: string;
  readonly read_only: boolean;
}

const tagsOf = (body: unknown) => (body as { tags: readonly Tag[] }).tags;
const userTags = (body: unknown) =>
  Object.fromEntries(
    tagsOf(body)
      .filter((tag) => !tag.read_only)
      .map(({ key, value }) => [key, value]),
  );

const system: Tag = { key: "system", value: "nightly", read_only: true };

// RFC 7386, appendix A, as far as its cases are about an object of texts; the target is one of user's tags.
const mergeCases: [target: Record<string, string>, patch: Record<string, unknown>, result: Record<string, string>][] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: "b" }, {}, { a: "b" }],
  [{}, { a: null }, {}],
  [{}, { a: "b" }, { a: "b" }],
  [{ e: "f" }, { a: "1", b: null }, { e: "f", a: "1" }],
  [
    { a: "b", c: "d" },
    { a: null, c: "e", f: "g" },
    { c: "e", f: "g" },
  ],
];

describe("tags as JSON merge patch (contract 4.3)", () => {
  it.each(mergeCases)("%j with %j becomes %j", async (target, body, result) => {
    const tags = [system, ...Object.entries(target).map(([key, value]) => ({ key, value }))];
    const emulator = await start({ seed: snapshotSeed({ tags }) });
    const answer = await patch(emulator, body);
    expect([answer.status, userTags(answer.body)]).toEqual([200, result]);
    expect(tagsOf(answer.body)).toContainEqual(system);
    expect(tagsOf((await call(emulator, "GET", snapshotPath)).body)).toEqual(tagsOf(answer.body));
  });

  it("keeps the order of tags and appends new ones", async () => {
    const { body } = await patch(await start({ seed: snapshotSeed() }), { zone: "a", team: "data", env: null });
    const [team, zone] = [
      { key: "team", value: "data" },
      { key: "zone", value: "a" },
    ];
    expect(tagsOf(body)).toMatchObject([system, team, zone]);
  });

  it("`tags: null` removes all tags but the read-only ones", async () => {
    const answer = await patch(await start({ seed: snapshotSeed() }), null);
    expect([answer.status, tagsOf(answer.body)]).toEqual([200, [system]]);
  });

  it("`tags: null` is refused if the seed says so", async () => {
    const emulator = await start({ seed: snapshotSeed({}, { refusesTagsNull: true }) });
    const fields = { tags: ["This field may not be null."] };
    await expectInvalid(emulator, ["PATCH", snapshotPath, { tags: null }], fields);
    expect(await patch(emulator, { env: null, team: null })).toMatchObject({ status: 200, body: { tags: [system] } });
  });

  it("trims values, and ignores changes of only white space", async () => {
    const emulator = await start({ seed: snapshotSeed() });
    const { body } = await patch(emulator, { team: " \t web \n", zone: "  a b " });
    expect(userTags(body)).toEqual({ env: "prod", team: "web", zone: "a b" });
  });
});

describe("tags that are refused", () => {
  const readOnly = '"system": The tag is read-only and cannot be modified.';
  const size = "The key has to have 1 to 255 characters.";
  const signs = "The key may contain neither white space nor an equals sign.";
  const noText = '"env": The value has to be a text or null.';
  const noObject = "Expected an object of tag keys and values, or null.";

  it.each<[string, unknown, string]>([
    ["a read-only tag with a value", { system: "never" }, readOnly],
    ["removing a read-only tag", { system: null }, readOnly],
    ["an empty value", { env: "" }, '"env": The value may not be empty.'],
    ["a value of white space", { env: " \t" }, '"env": The value may not be empty.'],
    ["a value of 256 characters", { env: "v".repeat(256) }, '"env": The value may have no more than 255 characters.'],
    ["a control character", { env: "a\u0007b" }, '"env": The value may not contain control characters.'],
    ["a number", { env: 5 }, noText],
    ["an empty key", { "": "a" }, `"": ${size}`],
    ["a key of 256 characters", { ["k".repeat(256)]: "a" }, `"${"k".repeat(256)}": ${size}`],
    ["a space in the key", { "a b": "c" }, `"a b": ${signs}`],
    ["an equals sign in the key", { "a=b": "c" }, `"a=b": ${signs}`],
    ["a list as tags", [{ key: "a", value: "b" }], noObject],
  ])("%s", async (_what, tags, message) => {
    const emulator = await start({ seed: snapshotSeed() });
    const before = emulator.state();
    const answer = await patch(emulator, tags);
    expectCloudError(answer, [400, "ValidationError"]);
    expect(invalidFields(answer)).toEqual({ tags: [message] });
    expect((answer.body as { message: string }).message).toBe(`tags: ${message}`);
    expect(emulator.state()).toEqual(before);
  });

  it("are reported together, and the patch is not applied", async () => {
    const request = ["PATCH", snapshotPath, { tags: { zone: "good", system: null, env: "" } }] as const;
    const tags = [readOnly, '"env": The value may not be empty.'];
    await expectInvalid(await start({ seed: snapshotSeed() }), request, { tags });
  });

  it.each<[string, Record<string, string>]>([
    ["key and value of 255 characters", { ["k".repeat(255)]: "v".repeat(255) }],
    ["characters outside of the basic plane", { ["\u{1F310}".repeat(255)]: "\u{1F310}".repeat(255) }],
    ["spaces inside a value", { env: "a b" }],
    ["an equals sign in a value", { env: "a=b" }],
  ])("do not include %s", async (_what, tags) => {
    const answer = await patch(await start({ seed: snapshotSeed() }), tags);
    expect(answer.status).toBe(200);
    expect(userTags(answer.body)).toMatchObject(tags);
  });
});

it("any body is answered with 200 or 400", async () => {
  const emulator = await start({ seed: snapshotSeed() });
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string(), fc.constant(null));
  const key = fc.oneof(fc.constantFrom("system", "env", "__proto__", "toString"), fc.string());
  const body = fc.oneof(
    odd,
    fc.dictionary(fc.constantFrom("name", "tags", "__proto__", "size"), odd),
    fc.record({ tags: fc.dictionary(key, odd) }),
  );
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await call(emulator, "PATCH", snapshotPath, JSON.stringify(sent));
      expect([200, 400]).toContain(answer.status);
      expect(tagsOf((await call(emulator, "GET", snapshotPath)).body)).toContainEqual(system);
    }),
    tries(200),
  );
});
