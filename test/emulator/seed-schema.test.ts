import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fastify from "fastify";
import { createSeedJsonSchema } from "../../emulator/src/seed-schema";
import { demoSeed } from "./demo-seed";
import { start } from "./client";

const seeds = path.join(__dirname, "../../emulator/seeds");
const read = (file: string) => JSON.parse(readFileSync(path.join(seeds, file), "utf8")) as Record<string, unknown>;

/** What a validator of JSON schemas finds wrong with a seed, as an editor would; "" when nothing is. */
async function problemsOf(seed: unknown): Promise<string> {
  const customOptions = { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } as const;
  const app = fastify({ ajv: { customOptions } });
  app.post("/", { schema: { body: createSeedJsonSchema() } }, () => "");
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(seed) });
  const text = await answer.text();
  await app.close();
  return answer.ok ? "" : text;
}

it("the shipped schema is current", () => {
  // After a change: npx edgecloud-emulator --seed-schema > emulator/seeds/seed.schema.json, and npx prettier --write.
  expect(read("seed.schema.json")).toEqual(createSeedJsonSchema());
});

it("every shipped seed is valid by the schema, and so is a whole state", async () => {
  const files = readdirSync(seeds).filter((file) => file !== "seed.schema.json");
  expect(files).toContain("demo.json");
  for (const file of files) {
    expect([file, read(file).$schema]).toEqual([file, "./seed.schema.json"]);
    expect([file, await problemsOf(read(file))]).toEqual([file, ""]);
  }
  const dialect = { cloudSignatureV4: "v4", cloudvendor: "vendor", edgeapp: "app" };
  const keys = { s3_access_key_id: "key", s3_secret_access_key: "s" };
  const own = { s3_type: "vendor", s3_bucket_name: "b", s3_region: "r", ...keys };
  const app = { origin_type: "app", config: { app_id: "1" } };
  const groups = [{ name: "own-words", sources: [{ origin_type: "s3", config: own }, app] }];
  const emulator = await start({ seed: { dialect, originGroups: groups } });
  emulator.seed({ streams: demoSeed.streams, images: demoSeed.images, snapshots: demoSeed.snapshots });
  expect(await problemsOf(emulator.state())).toBe("");
});

const group = (source: object) => ({ originGroups: [{ name: "a", sources: [source] }] });

it.each<[string, object, string]>([
  ["an unknown key", { groups: [] }, "must NOT have additional properties"],
  ["an unknown key of a group", { originGroups: [{ name: "a", colour: 1 }] }, "originGroups/0"],
  ["a group without a name", { originGroups: [{}] }, "originGroups/0 must have required property 'name'"],
  ["a wrong type in a source", group({ source: "a.example.com", backup: 1 }), "originGroups/0/sources/0"],
  ["an unknown status", { snapshots: [{ status: "lost" }] }, "snapshots/0/status"],
  ["an unknown kind of name", { names: { a: "odd" } }, "names/a"],
  ["a number as environment variable", { functions: [{ envs: { A: 1 } }] }, "functions/0/envs/A"],
])("the schema refuses %s", async (_what, seed, expected) => expect(await problemsOf(seed)).toContain(expected));
