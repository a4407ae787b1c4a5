import { readFileSync } from "node:fs";
import path from "node:path";
import { schemaText } from "../../emulator/src/analytics/schema";
import { taskLifeSchema } from "../../emulator/src/cloud/tasks/life";
import { startEmulator, type RateLimitInput, type SeedInput } from "../../emulator/src/index";
import { call, create, groupsPath, newGroup, start } from "./client";
import { demoSeed } from "./demo-seed";
import { newFunction, startedTasks, states } from "./function-seed";

const read = (page: string) => readFileSync(path.join(__dirname, "../../emulator", page), "utf8");
const reference = read("REFERENCE.md");

/** JSON examples of one chapter. */
function examples(chapter: string): unknown[] {
  const text = reference.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? "";
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? "") as unknown);
}

describe("the reference", () => {
  it("shows a valid seed", async () => {
    const [seed, ...others] = examples("Seed") as SeedInput[];
    expect(others).toEqual([]);
    expect((await start({ seed })).state().originGroups).toMatchObject([{ id: 101 }]);
    const keys = "images snapshots namespaces functions tasks clock cloud streams vodStatistics analytics".split(" ");
    expect(Object.keys(seed ?? {})).toEqual(expect.arrayContaining(keys));
  });

  it("shows the schema of the analytics, and a query that the seed can answer", async () => {
    const [, schema] = /```graphql\n(.*?)```/s.exec(reference) ?? [];
    expect(schema).toBe(schemaText);
    const emulator = await start({ seed: examples("Seed")[0] as SeedInput });
    const [request] = examples("What is emulated");
    const { body } = await call(emulator, "POST", "/cdn/advanced/v2/query", request);
    expect(body).toMatchObject({ data: { resource: { report: { by: [{ key: "DE" }, {}, {}] } } } });
  });

  it("lists requests that the shipped seed answers", async () => {
    const emulator = await start({ seed: demoSeed });
    const { images, snapshots, streams } = emulator.state();
    const ids = { images: images[0]?.id, snapshots: snapshots[0]?.id, streams: streams[0]?.id };
    const rows = [...reference.matchAll(/^\| `(GET|PATCH) (\/c\S+|\/s\S+)` /gm)];
    expect(rows).toHaveLength(7);
    for (const [, method = "", template = ""] of rows) {
      const kind = /images|snapshots|streams/.exec(template)?.[0] as keyof typeof ids | undefined;
      const path = template.replace("{project}", "11").replace("{region}", "3");
      const url = path.replace("{id}", String(kind && ids[kind]));
      const frame = "?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";
      const answer = await call(emulator, method, url + frame, method === "PATCH" ? {} : undefined);
      expect({ url, status: answer.status }).toEqual({ url, status: 200 });
    }
  });

  it("lists requests that start tasks, which the shipped seed lets one observe", async () => {
    const emulator = await start({ seed: demoSeed });
    const snapshot = { volume_id: "22222222-2222-4222-8222-222222222222", name: "nightly" };
    for (const [collection, body] of [
      ["/cloud/v1/snapshots/11/3", snapshot],
      ["/cloud/v1/faas/namespaces/11/3", { name: "fresh" }],
      ["/cloud/v1/faas/namespaces/11/3/fresh/functions", newFunction()],
    ] as const) {
      const listed = collection.replace("/11/3", "/{project}/{region}").replace("/fresh/", "/{namespace}/");
      expect(reference).toContain(`\`POST ${listed}\``);
      const [task] = startedTasks(await call(emulator, "POST", collection, body));
      expect(["NEW", "RUNNING"]).toContain((await states(emulator, task, 1))[0]);
      emulator.advanceClock(1500);
      expect(await states(emulator, task, 1)).toEqual(["FINISHED"]);
    }
  });

  it("shows valid faults", async () => {
    const emulator = await start();
    for (const fault of examples("Faults")) {
      emulator.addFault(fault as never);
    }
    expect(emulator.faults()).toHaveLength(10);
  });

  it("shows a valid rate limit", async () => {
    const emulator = await start();
    const [limit] = examples("Rate limit");
    emulator.setRateLimit(limit as RateLimitInput);
    expect(await call(emulator, "GET", groupsPath)).toMatchObject({ status: 200 });
  });

  it("shows a valid life cycle with every key", async () => {
    const emulator = await start();
    const [life] = examples("Tasks");
    emulator.seed({ cloud: { taskLife: life as object } });
    expect(emulator.state().cloud.taskLife).toEqual(life);
    for (const key of Object.keys(taskLifeSchema.shape)) {
      expect(reference).toMatch(new RegExp(`^\\| .*\`${key}\``, "m"));
    }
  });

  it("names every switch of a seed", async () => {
    const { cdn, cloud } = (await start()).state();
    const switches = Object.entries({ cdn, cloud }).flatMap(([of, keys]) =>
      Object.keys(keys).map((key) => `${of}.${key}`),
    );
    expect(switches.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
  });

  it("lists existing control endpoints and methods", async () => {
    const emulator = await start();
    const rows = [...reference.matchAll(/^\| `([A-Z]+) (\/__emulator\/[\w-]+)` .*\| `(\w+)\(.*$/gm)];
    expect(rows).toHaveLength(12);
    for (const name of ["waitForRequest", "unmatchedFaults", "removeFault"]) {
      expect(emulator).toHaveProperty(name);
    }
    expect(await call(emulator, "GET", "/__emulator/health")).toMatchObject({ status: 200 });
    for (const [, method = "", url = "", name = ""] of rows) {
      expect(emulator).toHaveProperty(name, expect.any(Function));
      const { status } = await call(emulator, method, url, method === "POST" || method === "PUT" ? {} : undefined);
      expect([200, 204, 400]).toContain(status);
    }
  });

  it("names every flag of the command", () => {
    const cli = readFileSync(path.join(__dirname, "../../emulator/src/cli.ts"), "utf8");
    const flags = [...cli.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    expect(flags).toHaveLength(10);
    expect(flags.filter((flag) => !reference.includes(`| \`${flag}`))).toEqual([]);
  });
});

describe("the programs of the guide", () => {
  const programs = [...read("README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, program = ""]) => program);
  const faults = programs.find((program) => program.includes("addFault({ method")) ?? "";
  const log = programs.find((program) => program.includes("waitForRequest")) ?? "";

  /** Runs lines of the guide with what they name. */
  async function run(program: string, names: Record<string, unknown>): Promise<void> {
    const AsyncFunction = (async () => await Promise.resolve()).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<void>;
    await new AsyncFunction(...Object.keys(names), program)(...Object.values(names));
  }

  it("add faults", async () => {
    const emulator = await start();
    await run(faults, { emulator });
    expect(emulator.faults()).toHaveLength(3);
    expect((await call(emulator, "POST", groupsPath, {})).status).toBe(503);
  });

  it("search the log and wait for a request", async () => {
    const emulator = await start();
    const id = await create(emulator, newGroup("a"));
    await call(emulator, "PUT", `${groupsPath}/${id}`, newGroup("b"));
    await run(log, { emulator });
  });

  it("start an emulator and end it", async () => {
    const [program = ""] = programs;
    expect(program).toContain('import { startEmulator } from "edgecloud-emulator";');
    await run(program.replace(/^import .*$/m, ""), { startEmulator });
  });
});
