import { call, groupsPath, start } from "./client";
import { rows, type Row } from "./section-7-rows";

/** `{a: {b: leaf}}` for the location a, b. */
function nested(at: readonly string[], leaf: unknown): unknown {
  return at.reduceRight((inner, key) => ({ [key]: inner }), leaf);
}

async function startFor({ seed }: Row) {
  const emulator = await start({
    seed: { originGroups: [{ id: 7, name: "own", sources: [{ source: "x.example.com" }] }], ...seed },
  });
  emulator.seed({ originGroups: [{ id: 8, name: "taken", sources: [{ source: "y.example.com" }] }] });
  return emulator;
}

function bodyOf({ body }: Row): unknown {
  const standard = body.sources === undefined && body.auth_type === undefined;
  return { name: "own", use_next: true, ...(standard && { sources: [{ source: "x.example.com" }] }), ...body };
}

describe("section 7 of the contract", () => {
  it("is tested row by row", () => {
    expect(new Set(rows.map(({ error }) => error)).size).toBe(rows.length);
    expect(rows).toHaveLength(38);
  });

  it.each(rows)("PUT: $error", async (row) => {
    const emulator = await startFor(row);
    const before = emulator.state();
    const answer = await call(emulator, "PUT", `${groupsPath}/7`, bodyOf(row));
    expect(answer.body).toEqual({ errors: nested(row.at, [row.message]) });
    expect(answer.status).toBe(400);
    expect(emulator.state()).toEqual(before);
  });

  it.each(rows.filter((row) => !row.changeOnly))("POST: $error", async (row) => {
    const emulator = await startFor(row);
    const answer = await call(emulator, "POST", groupsPath, {
      ...(bodyOf(row) as object),
      name: row.body.name ?? "new",
    });
    expect(answer.body).toEqual({ errors: nested(row.at, [row.message]) });
    expect(answer.status).toBe(400);
    expect(emulator.state().originGroups).toHaveLength(2);
  });
});

describe("several errors", () => {
  it("are reported together", async () => {
    const emulator = await start({ seed: { names: { "gone.example.com": "unresolvable" } } });
    const answer = await call(emulator, "POST", groupsPath, {
      name: "n".repeat(256),
      auth_type: "basic",
      sources: [
        { source: "gone.example.com", host_header_override: "h".repeat(256) },
        { source: "a.example.com:0" },
        { origin_type: "s3", config: { s3_type: "other", s3_bucket_name: "media", s3_access_key_id: "abc" } },
      ],
    });
    const tooLong = "Ensure this field has no more than 255 characters.";
    expect(answer.body).toEqual({
      errors: {
        name: [tooLong],
        auth_type: ["Invalid value, should be in: ['none', 'cloudSignatureV4']"],
        sources: {
          "gone.example.com": {
            source: ["The domain name cannot be resolved. Please specify a valid domain name."],
            host_header_override: [tooLong],
          },
          "a.example.com:0": { source: ["The port value must be a number within the range 1 and 65535"] },
          media: {
            config: [
              "s3_storage_hostname: This field is required.",
              "s3_access_key_id: Only latin letters, digits, colon, dash and underscore are allowed, 4 to 255 characters.",
              "s3_secret_access_key: This field is required.",
            ],
          },
        },
      },
    });
  });

  it("are reported for the list of sources in place of its entries", async () => {
    const emulator = await start({ seed: { plan: { originsLimit: 1 } } });
    const sources = [{ source: "a/b" }, { source: "c.example.com" }];
    const { body } = await call(emulator, "POST", groupsPath, { name: "a", sources });
    expect(body).toEqual({ errors: { sources: [expect.stringContaining("more than 1 origins")] } });
  });
});
