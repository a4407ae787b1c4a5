import type { Emulator, SeedInput } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, expectInvalid } from "./cloud-error";
import { problems } from "./fields/check";
import { namespaceFields } from "./fields/namespace";
import {
  functionPath,
  functionsPath,
  functionSeed,
  namespacesPath,
  newFunction,
  startedTasks,
  type Life,
} from "./function-seed";

const path = `${namespacesPath}/web`;
const read = async (emulator: Emulator, at = path) => (await call(emulator, "GET", at)).body as Record<string, unknown>;
const seeded = (rest: object = {}, more: SeedInput = {}): SeedInput => ({
  namespaces: [{ project_id: 1, region_id: 2, name: "web", ...rest }],
  ...more,
});
const globes = (count: number) => "\u{1F310}".repeat(count);

describe("a namespace (platform facts)", () => {
  const plain = { name: "web", description: null, envs: null, status: "Active" };

  it.each<[string, () => Promise<Emulator>]>([
    ["seeded", () => start({ seed: seeded() })],
    [
      "created",
      async () => {
        const emulator = await start();
        startedTasks(await call(emulator, "POST", namespacesPath, { name: "web" }));
        return emulator;
      },
    ],
  ])("has every field when it is %s", async (_how, make) => {
    const { created_at, ...rest } = await read(await make());
    expect(problems({ created_at, ...rest }, namespaceFields)).toEqual([]);
    expect(rest).toEqual({ ...plain, functions: [], functions_deploy_status: {} });
  });

  it("shows its functions as their own GET does, and how many of their instances are ready", async () => {
    const emulator = await start({ seed: functionSeed({ deploy_status: { total: 3, ready: 1 } }) });
    startedTasks(await call(emulator, "POST", functionsPath, newFunction({ name: "crop" })));
    startedTasks(await call(emulator, "POST", `${namespacesPath}/web-2/functions`, newFunction({ name: "far" })));
    const own = [await read(emulator, functionPath), await read(emulator, `${functionsPath}/crop`)];
    expect(await read(emulator)).toMatchObject({ functions: own, functions_deploy_status: { total: 4, ready: 2 } });
    const { results } = (await read(emulator, namespacesPath)) as { results?: unknown[] };
    expect(results).toContainEqual(await read(emulator));
  });

  it("is there only in its project and region", async () => {
    const emulator = await start({ seed: seeded() });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      for (const other of ["1/2/other", "2/2/web", "1/3/web", "x/2/web", "0/2/web", "1/2/no.name"]) {
        const url = path.replace("1/2/web", other);
        const answer = await call(emulator, method, url, method === "PATCH" ? {} : undefined);
        expectCloudError(answer, [404, "NotFoundError"]);
      }
    }
  });

  it("cannot be created where its name is taken, or in region 0", async () => {
    const emulator = await start({ seed: seeded() });
    expectCloudError(await call(emulator, "POST", namespacesPath, { name: "web" }), [409, "ConflictError"]);
    for (const [place, expected] of [
      ["1/3", 200],
      ["2/2", 200],
      ["1/0", 404],
    ] as const) {
      const { status } = await call(emulator, "POST", namespacesPath.replace("1/2", place), { name: "web" });
      expect([place, status]).toEqual([place, expected]);
    }
  });
});

describe("the fields of a namespace", () => {
  it.each<[string, object]>([
    ["no description", { description: "" }],
    ["null as description", { description: null }],
    ["a description of 255 characters", { description: globes(255) }],
    ["no variables", { envs: {} }],
    ["null as variables", { envs: null }],
    ["a variable of 255 characters", { envs: { ["K".repeat(255)]: globes(255) } }],
  ])("take %s, and keep it as it is", async (_what, sent) => {
    const emulator = await start({ seed: seeded({ description: "d", envs: { A: "1" } }) });
    startedTasks(await call(emulator, "POST", namespacesPath, { name: "other", ...sent }));
    startedTasks(await call(emulator, "PATCH", path, sent));
    expect(await read(emulator, `${namespacesPath}/other`)).toMatchObject(sent);
    expect(await read(emulator)).toMatchObject(sent);
  });

  it.each<[string, object, string]>([
    ["a description of 256 characters", { description: globes(256) }, "description"],
    ["a key that begins with a digit", { envs: { "1A": "1" } }, "envs.1A"],
    ["an unknown field", { status: "Active" }, "status"],
    ["a field of functions", { flavor: "80mCPU-128MB" }, "flavor"],
  ])("do not take %s", async (_what, sent, field) => {
    const emulator = await start({ seed: seeded() });
    for (const request of [
      ["POST", namespacesPath, { name: "other", ...sent }],
      ["PATCH", path, sent],
    ] as const) {
      await expectInvalid(emulator, request, { [field]: [expect.any(String)] });
    }
  });

  it("need a name in a create, which no change takes", async () => {
    const emulator = await start({ seed: seeded() });
    await expectInvalid(emulator, ["POST", namespacesPath, {}], { name: ["This field is required."] });
    await expectInvalid(emulator, ["PATCH", path, { name: "other" }], { name: ["Unknown property."] });
  });

  it.each<[string, object, object]>([
    ["the variables, as a whole", { envs: { B: "2" } }, { envs: { B: "2" } }],
    ["the description", { description: "new" }, { description: "new" }],
    ["nothing", {}, {}],
  ])("change where a PATCH names them: %s", async (_what, sent, expected) => {
    const emulator = await start({ seed: functionSeed() });
    startedTasks(await call(emulator, "PATCH", path, { description: "d", envs: { A: "1" } }));
    const before = await read(emulator);
    startedTasks(await call(emulator, "PATCH", path, sent));
    expect(await read(emulator)).toEqual({ ...before, ...expected });
  });
});

describe("the list of namespaces", () => {
  const times = { crop: "2026-01-03", blur: "2026-01-01", edge: "2026-01-02" };
  const namespaces = Object.entries(times).map(([name, day]) => ({
    ...{ project_id: 1, region_id: 2, name },
    created_at: `${day}T09:00:00+0000`,
  }));
  const names = async (query: string) => {
    const { results } = (await read(await start({ seed: { namespaces } }), `${namespacesPath}?${query}`)) as {
      results?: { name: string }[];
    };
    return results?.map(({ name }) => name);
  };

  it.each<[string, string[]]>([
    ["search=R", ["crop", "blur"]],
    ["order_by=name.asc", ["blur", "crop", "edge"]],
    ["order_by=created_at.desc&limit=2", ["crop", "edge"]],
    ["search=r&order_by=name.asc&offset=1", ["crop"]],
  ])("takes %s", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it.each(["order_by=name", "order_by=", "search=a&search=b"])("refuses %s", async (query) => {
    const [field = ""] = query.split("=");
    const request = ["GET", `${namespacesPath}?${query}`] as const;
    await expectInvalid(await start(), request, { [field]: [expect.any(String)] });
  });
});

describe("deleting a namespace", () => {
  it("is refused while it has functions, also those that tasks are still creating or deleting", async () => {
    const taskLife = { newMs: 60_000, runningMs: 60_000 };
    const emulator = await start({ seed: functionSeed({}, { taskLife }) });
    startedTasks(await call(emulator, "DELETE", functionPath));
    startedTasks(await call(emulator, "POST", functionsPath, newFunction({ name: "crop" })));
    const refused = await call(emulator, "DELETE", path);
    expectCloudError(refused, [409, "ConflictError"]);
    const message = "Namespace web must be empty. It has functions: resize, crop.";
    expect(refused.body).toMatchObject({ message });
    emulator.advanceClock(120_000);
    expect((await call(emulator, "DELETE", path)).body).toMatchObject({ message: message.replace("resize, ", "") });
  });

  it("frees its name", async () => {
    const emulator = await start({ seed: seeded({ description: "d" }) });
    startedTasks(await call(emulator, "DELETE", path));
    expectCloudError(await call(emulator, "GET", path), [404, "NotFoundError"]);
    expect(emulator.state().namespaces).toEqual([]);
    startedTasks(await call(emulator, "POST", namespacesPath, { name: "web" }));
    expect(await read(emulator)).toMatchObject({ description: null });
  });
});

const changes = {
  create: { method: "POST", url: namespacesPath, body: { name: "web", description: "new" }, seed: {} },
  update: { method: "PATCH", url: path, body: { description: "new" }, seed: seeded({ description: "old" }) },
  delete: { method: "DELETE", url: path, body: undefined, seed: seeded({ description: "old" }) },
} as const;

/** Status and description, in a few words. */
async function look(emulator: Emulator): Promise<string> {
  const { status, body } = await call(emulator, "GET", path);
  const found = body as Record<string, string>;
  return status === 200 ? `${found.status} ${found.description}` : String(status);
}

async function operate(kind: keyof typeof changes, taskLife: Life) {
  const { method, url, body, seed } = changes[kind];
  const emulator = await start({ seed: { ...seed, cloud: { taskLife } } });
  const [task = ""] = startedTasks(await call(emulator, method, url, body));
  return { emulator, task };
}

describe.each([
  { kind: "create", phases: ["404", "Creating new"], done: "Active new", failed: "404", kept: "Failed new" },
  {
    kind: "update",
    phases: ["Active old", "Updating old"],
    done: "Active new",
    failed: "Active old",
    kept: "Failed new",
  },
  { kind: "delete", phases: ["Active old", "Deleting old"], done: "404", failed: "Active old", kept: "404" },
] as const)("the tasks of a namespace whose $kind runs", ({ kind, phases, done, failed, kept }) => {
  it.each<[string, Life, string]>([
    ["is done", {}, done],
    ["has failed", { end: "ERROR" }, failed],
    ["has failed and stays", { end: "ERROR", keeps: true }, kept],
  ])("%s", async (_end, life, expected) => {
    const { emulator } = await operate(kind, { newMs: 60_000, runningMs: 60_000, ...life });
    for (const seen of [...phases, expected]) {
      expect(await look(emulator)).toBe(seen);
      emulator.advanceClock(60_000);
    }
  });

  it("lock it, and let functions in only where it stays", async () => {
    const { emulator } = await operate(kind, { newMs: 60_000, runningMs: 60_000 });
    for (const phase of phases) {
      const locked = phase === "404" ? 404 : 409;
      expect((await call(emulator, "PATCH", path, {})).status).toBe(locked);
      expect((await call(emulator, "DELETE", path)).status).toBe(locked);
      expect((await call(emulator, "POST", namespacesPath, { name: "web" })).status).toBe(409);
      const body = newFunction({ name: `in-${phase.slice(0, 3).toLowerCase()}` });
      expect((await call(emulator, "POST", functionsPath, body)).status).toBe(kind === "update" ? 200 : locked);
      emulator.advanceClock(60_000);
    }
  });

  it("have a type and, after a create, what was created", async () => {
    const { emulator, task } = await operate(kind, {});
    const { body } = await call(emulator, "GET", `/cloud/v1/tasks/${task}`);
    const created_resources = kind === "create" ? { faas_namespaces: [expect.any(String) as string] } : null;
    expect(body).toMatchObject({ task_type: `${kind}_faas_namespace`, state: "FINISHED", created_resources });
  });
});

describe("a seed with namespaces", () => {
  const taskId = "88888888-8888-4888-8888-888888888888";
  const [fn] = functionSeed().functions ?? [];
  const under = (kind: "create" | "update" | "delete") =>
    seeded({ operation: { kind, tasks: [taskId] } }, { tasks: [{ id: taskId, life: { runningMs: 60_000 } }] });

  it.each<[string, SeedInput, RegExp]>([
    [
      "a function without its namespace",
      { functions: [fn!] },
      /functions\[0\]\.namespace: there is no "web" in namespaces for project 1, region 2$/,
    ],
    ["one whose namespace is elsewhere", seeded({ region_id: 3 }, { functions: [fn!] }), /functions\[0\]\.namespace/],
    [
      "one whose namespace is going",
      { ...under("delete"), functions: [fn!] },
      /functions\[0\]\.namespace: "web" is being created or deleted$/,
    ],
    ["one whose namespace is coming", { ...under("create"), functions: [fn!] }, /"web" is being created or deleted$/],
    ["a namespace twice", { namespaces: [seeded(), seeded()].flatMap((of) => of.namespaces ?? []) }, /\[1\]\.name: "1/],
    ["a wrong name", seeded({ name: "Web" }), /namespaces\[0\]\.name/],
    ["a wrong variable", seeded({ envs: { "-": "1" } }), /namespaces\[0\]\.envs\.-/],
    ["an unknown field", seeded({ colour: 1 }), /namespaces\[0\]: .*colour/],
    ["a task that is not there", { namespaces: under("update").namespaces! }, /namespaces\[0\]\.operation\.tasks\[0\]/],
  ])("is refused with the path of the problem: %s", async (_what, bad, expected) => {
    await expect(start({ seed: bad })).rejects.toThrow(expected);
  });

  it("takes a function whose namespace is changing, or is in the state that it is added to", async () => {
    const emulator = await start({ seed: { ...under("update"), functions: [fn!] } });
    emulator.seed({ functions: [{ ...fn!, name: "crop" }] });
    expect(emulator.state()).toMatchObject({ functions: [{ name: "resize" }, { name: "crop" }] });
  });

  it("can have what the server computes", async () => {
    const computed = { status: "Odd", created_at: "2024-05-05T14:51:26.570866", description: "d", envs: { A: "1" } };
    const emulator = await start({ seed: seeded(computed) });
    expect(await read(emulator)).toMatchObject(computed);
    expect(await start({ seed: emulator.state() }).then((copy) => copy.state())).toEqual(emulator.state());
  });
});
