import type { Emulator } from "../../emulator/src/index";
import { call, start } from "./client";
import { expectCloudError, expectInvalid } from "./cloud-error";
import { problems } from "./fields/check";
import { functionFields } from "./fields/function";
import {
  functionPath,
  functionsPath,
  functionSeed,
  look,
  namespaceSeed,
  newFunction,
  startedTasks,
} from "./function-seed";

const read = async (emulator: Emulator) => (await call(emulator, "GET", functionPath)).body;
const patch = (emulator: Emulator, body: object) => call(emulator, "PATCH", functionPath, body);

/** The answer to the smallest create, without ID and time. */
const plain = {
  ...newFunction(),
  autoscaling: { min_instances: 0, max_instances: 1 },
  dependencies: "",
  description: "",
  enable_api_key: false,
  envs: {},
  disabled: false,
  endpoint: "https://resize-web.functions.example.com",
  status: "ACTIVE",
  build_status: "success",
  build_message: "",
  deploy_status: { total: 1, ready: 1 },
};

describe("a function (platform facts)", () => {
  it.each<[string, () => Promise<Emulator>]>([
    ["seeded", () => start({ seed: functionSeed() })],
    [
      "created",
      async () => {
        const emulator = await start({ seed: namespaceSeed() });
        startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
        return emulator;
      },
    ],
  ])("has every field and the server's defaults when it is %s", async (_how, make) => {
    const body = await read(await make());
    expect(problems(body, functionFields)).toEqual([]);
    expect(body).toMatchObject(plain);
  });

  it("can be seeded with computed fields", async () => {
    const computed = {
      id: "11111111-1111-4111-8111-111111111111",
      endpoint: "",
      status: "BROKEN",
      build_status: "odd",
      build_message: "line 1",
      deploy_status: { total: 3 },
      created_at: "2024-05-05T14:51:26.570866",
    };
    expect(await read(await start({ seed: functionSeed(computed) }))).toMatchObject(computed);
  });

  it("shows whether it is disabled, except in deployments with the published fields only", async () => {
    const emulator = await start({ seed: functionSeed({ disabled: true }, { omitsDisabled: true }) });
    const published = Object.fromEntries(Object.entries(functionFields).filter(([name]) => name !== "disabled"));
    expect(problems(await read(emulator), published)).toEqual([]);
    expect(await look(emulator)).toBe("INACTIVE success 5");
    startedTasks(await patch(emulator, { disabled: false }));
    expect(problems(await read(emulator), published)).toEqual([]);
    expect(await look(emulator)).toBe("ACTIVE success 5");
    emulator.seed({ cloud: { omitsDisabled: false } });
    expect(await read(emulator)).toMatchObject({ disabled: false });
  });

  it.each<[string, object, object]>([
    ["nothing", {}, { min_instances: 0, max_instances: 1 }],
    ["the minimum", { min_instances: 5 }, { min_instances: 5, max_instances: 5 }],
    ["the maximum", { max_instances: 0 }, { min_instances: 0, max_instances: 0 }],
  ])("gets defaults for autoscaling of a create with %s", async (_what, autoscaling, expected) => {
    const emulator = await start({ seed: namespaceSeed() });
    await call(emulator, "POST", functionsPath, newFunction({ autoscaling }));
    expect(await read(emulator)).toMatchObject({ autoscaling: expected });
  });

  it.each(["GET", "PATCH", "DELETE"])("is a 404 if it does not exist, for %s", async (method) => {
    const emulator = await start({ seed: functionSeed() });
    for (const path of [
      `${functionsPath}/other`,
      `${functionsPath}/no.name`,
      functionPath.replace("web", "other"),
      functionPath.replace("/1/2/", "/2/2/"),
      functionPath.replace("/1/2/", "/1/3/"),
      functionPath.replace("/1/2/", "/x/2/"),
      functionPath.replace("/1/2/", "/0/2/"),
    ]) {
      const answer = await call(emulator, method, path, method === "PATCH" ? {} : undefined);
      expectCloudError(answer, [404, "NotFoundError"]);
    }
  });

  it("may have the same name in another namespace, region and project", async () => {
    const emulator = await start({ seed: functionSeed() });
    for (const path of [
      functionsPath.replace("web", "other"),
      functionsPath.replace("/1/2/", "/1/3/"),
      functionsPath.replace("/1/2/", "/2/2/"),
    ]) {
      startedTasks(await call(emulator, "POST", path, newFunction()));
    }
    const taken = await call(emulator, "POST", functionsPath, newFunction());
    expectCloudError(taken, [409, "ConflictError"]);
  });

  it("can be deleted, which frees its name", async () => {
    const emulator = await start({ seed: functionSeed() });
    startedTasks(await call(emulator, "DELETE", functionPath));
    expect([await look(emulator), emulator.state().functions]).toEqual(["404", []]);
    startedTasks(await call(emulator, "POST", functionsPath, newFunction()));
    expect(await look(emulator)).toBe("ACTIVE success 5");
  });
});

describe("changing a function", () => {
  it.each<[string, object, object]>([
    ["replaces the variables as a whole", { envs: { B: "2" } }, { envs: { B: "2" } }],
    ["accepts empty variables as a value", { envs: {} }, { envs: {} }],
    ["accepts an empty text as a value", { description: "", dependencies: "" }, { description: "", dependencies: "" }],
    ["accepts 0 as a value", { timeout: 0 }, { timeout: 0 }],
    ["minimum kept", { autoscaling: { max_instances: 9 } }, { autoscaling: { min_instances: 2, max_instances: 9 } }],
    ["maximum kept", { autoscaling: { min_instances: 0 } }, { autoscaling: { min_instances: 0, max_instances: 4 } }],
    ["keeps both", { autoscaling: {} }, { autoscaling: { min_instances: 2, max_instances: 4 } }],
    ["keeps everything when nothing is sent", {}, {}],
    ["switches it off", { disabled: true }, { disabled: true, status: "INACTIVE" }],
    ["switches it on", { disabled: false }, { disabled: false, status: "ACTIVE" }],
  ])("%s", async (_what, sent, expected) => {
    const rest = { envs: { A: "1" }, description: "d", dependencies: "x" };
    const autoscaling = { min_instances: 2, max_instances: 4 };
    const emulator = await start({ seed: functionSeed({ ...rest, autoscaling }) });
    const before = await read(emulator);
    startedTasks(await patch(emulator, sent));
    expect(await read(emulator)).toEqual({ ...(before as object), ...expected });
  });

  it.each([{ min_instances: 5 }, { max_instances: 1 }])("checks %j against the unchanged bound", async (change) => {
    const emulator = await start({ seed: functionSeed({ autoscaling: { min_instances: 2, max_instances: 4 } }) });
    const fields = { autoscaling: [expect.stringContaining("min_instances")] };
    await expectInvalid(emulator, ["PATCH", functionPath, { autoscaling: change }], fields);
  });

  it("names all invalid fields", async () => {
    const body = { timeout: "x", colour: 1, envs: { "-": 1 } };
    const ofEnvs = { "envs.-": [expect.any(String), "Not a valid string."] };
    const fields = { timeout: [expect.any(String)], colour: ["Unknown property."], ...ofEnvs };
    await expectInvalid(await start({ seed: functionSeed() }), ["PATCH", functionPath, body], fields);
  });
});
