import fc from "fast-check";
import { call, start } from "./client";
import { expectInvalid } from "./cloud-error";
import {
  functionPath,
  functionsPath,
  functionSeed,
  namespaceSeed,
  namespacesPath,
  newFunction,
  startedTasks,
} from "./function-seed";
import { tries } from "../tries";

// A character outside of the basic plane: two UTF-16 units, one character.
const globes = (count: number) => "\u{1F310}".repeat(count);
const bounds = (min_instances: number, max_instances: number) => ({ autoscaling: { min_instances, max_instances } });

/** Contract 2.6 and 8 at their bounds: what is accepted, in a create as in a change. */
const accepted: [what: string, sent: Record<string, unknown>][] = [
  ["code of 100000 characters", { code_text: globes(100_000) }],
  ["a method of 100 characters", { main_method: globes(100) }],
  ["a timeout of 0", { timeout: 0 }],
  ["a timeout of 1805", { timeout: 1805 }],
  ["50 to 50 instances", bounds(50, 50)],
  ["dependencies of 100000 characters", { dependencies: globes(100_000) }],
  ["a description of 255 characters", { description: globes(255) }],
  ["a variable of 255 characters", { envs: { ["K".repeat(255)]: globes(255) } }],
  ["variables named like built-in properties of objects", { envs: JSON.parse('{"__proto__":"1","constructor":"2"}') }],
];

const refused: [what: string, sent: Record<string, unknown>, field: string][] = [
  ["no code", { code_text: "" }, "code_text"],
  ["code of 100001 characters", { code_text: globes(100_001) }, "code_text"],
  ["no method", { main_method: "" }, "main_method"],
  ["a method of 101 characters", { main_method: globes(101) }, "main_method"],
  ["a number as flavor", { flavor: 80 }, "flavor"],
  ["a timeout of -1", { timeout: -1 }, "timeout"],
  ["a timeout of 1806", { timeout: 1806 }, "timeout"],
  ["51 instances", bounds(0, 51), "autoscaling.max_instances"],
  ["-1 instances", bounds(-1, 1), "autoscaling.min_instances"],
  ["more at least than at most", bounds(2, 1), "autoscaling"],
  ["null as autoscaling", { autoscaling: null }, "autoscaling"],
  ["dependencies of 100001 characters", { dependencies: globes(100_001) }, "dependencies"],
  ["a description of 256 characters", { description: globes(256) }, "description"],
  ["an empty key", { envs: { "": "1" } }, "envs."],
  ["a key of 256 characters", { envs: { ["K".repeat(256)]: "1" } }, `envs.${"K".repeat(256)}`],
  ["a key that begins with a digit", { envs: { "1A": "1" } }, "envs.1A"],
  ["a key with a dash", { envs: { "A-B": "1" } }, "envs.A-B"],
  ["a value of 256 characters", { envs: { A: globes(256) } }, "envs.A"],
  ["an unknown field", { memory: 128 }, "memory"],
];

describe("a function's fields at their limits (contract 2.6, 8)", () => {
  it.each(accepted)("accepts %s", async (_what, sent) => {
    const emulator = await start({ seed: functionSeed() });
    const path = functionsPath.replace("/web/", "/other/");
    startedTasks(await call(emulator, "POST", path, newFunction(sent)));
    startedTasks(await call(emulator, "PATCH", functionPath, sent));
    expect((await call(emulator, "GET", `${path}/resize`)).body).toMatchObject(sent);
    expect((await call(emulator, "GET", functionPath)).body).toMatchObject(sent);
  });

  it.each(refused)("refuses %s", async (_what, sent, field) => {
    const emulator = await start({ seed: functionSeed() });
    for (const request of [
      ["POST", functionsPath, newFunction({ name: "other", ...sent })],
      ["PATCH", functionPath, sent],
    ] as const) {
      await expectInvalid(emulator, request, { [field]: [expect.any(String)] });
    }
  });

  it.each(["name", "code_text", "main_method", "runtime", "flavor", "timeout"])("requires %s", async (field) => {
    const fields = { [field]: ["This field is required."] };
    await expectInvalid(
      await start({ seed: namespaceSeed() }),
      ["POST", functionsPath, newFunction({ [field]: undefined })],
      fields,
    );
  });

  it.each(["name", "runtime", "namespace", "id"])("refuses the unknown property %s in a change", async (field) => {
    const fields = { [field]: ["Unknown property."] };
    await expectInvalid(await start({ seed: functionSeed() }), ["PATCH", functionPath, { [field]: "web" }], fields);
  });

  it("refuses disabled as an unknown property in a create", async () => {
    const request = ["POST", functionsPath, newFunction({ disabled: true })] as const;
    await expectInvalid(await start({ seed: namespaceSeed() }), request, { disabled: ["Unknown property."] });
  });
});

describe("names of functions and namespaces", () => {
  const good = ["aa", "a1", "a-b", "a--9", `a${"-".repeat(24)}z`];
  const bad = ["", "a", "1a", "-a", "a-", "aB", "a_b", "a.b", "é1", `a${"b".repeat(26)}`];

  it.each(good)("%s is valid", async (name) => {
    const emulator = await start();
    startedTasks(await call(emulator, "POST", namespacesPath, { name }));
    const path = functionsPath.replace("web", name);
    startedTasks(await call(emulator, "POST", path, newFunction({ name })));
    expect(await call(emulator, "GET", `${path}/${name}`)).toMatchObject({ status: 200, body: { name } });
  });

  it.each(bad)("'%s' is invalid", async (name) => {
    const fields = { name: [expect.any(String)] };
    const emulator = await start({ seed: namespaceSeed() });
    await expectInvalid(emulator, ["POST", functionsPath, newFunction({ name })], fields);
    await expectInvalid(emulator, ["POST", namespacesPath, { name }], fields);
  });
});

describe("deployments that accept less", () => {
  it("have a smaller timeout", async () => {
    const emulator = await start({ seed: functionSeed({}, { maxFunctionTimeout: 180 }) });
    startedTasks(await call(emulator, "PATCH", functionPath, { timeout: 180 }));
    for (const request of [
      ["PATCH", functionPath, { timeout: 181 }],
      ["POST", functionsPath, newFunction({ name: "other", timeout: 181 })],
    ] as const) {
      await expectInvalid(emulator, request, { timeout: ["It has to be from 0 to 180."] });
    }
  });

  it("require autoscaling of a new function, not in a change", async () => {
    const emulator = await start({ seed: functionSeed({}, { requiresAutoscaling: true }) });
    const request = ["POST", functionsPath, newFunction({ name: "other" })] as const;
    await expectInvalid(emulator, request, { autoscaling: ["This field is required."] });
    startedTasks(await call(emulator, "POST", functionsPath, newFunction({ name: "other", ...bounds(0, 1) })));
    startedTasks(await call(emulator, "PATCH", functionPath, { timeout: 6 }));
  });
});

it("any body is answered with 200 or 400", async () => {
  const emulator = await start({ seed: functionSeed() });
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("__proto__", true, 5, ""));
  const fields = [...Object.keys(newFunction()), "autoscaling", "envs", "description", "disabled"];
  const body = fc.dictionary(fc.constantFrom(...fields), odd);
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const namespace = functionsPath.replace("web", "other");
      expect([200, 400, 409]).toContain((await call(emulator, "POST", namespace, newFunction(sent))).status);
      expect([200, 400]).toContain((await call(emulator, "PATCH", functionPath, sent)).status);
    }),
    tries(200),
  );
});
