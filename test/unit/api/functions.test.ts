import { FunctionsEndpoint } from "../../../provider/api/calls/functions";
import { TasksEndpoint } from "../../../provider/api/calls/tasks";
import { connect } from "../../../provider/api/connection";
import { loadConfig } from "../../../provider/config/config";
import { apiKey, json, reset, serve, serveInTurn } from "./server";

const ref = { projectId: 12, regionId: 7, namespace: "images", name: "resize" };
const collection = "/cloud/v1/faas/namespaces/12/7/images/functions";
const token = "token-7d793037/a b";
const body = { name: "resize", envs: { TOKEN: token, nested: "x" } };

/** Functions and tasks of a platform at this address. */
function connectionTo(url: string, more: Record<string, string> = {}) {
  const settings: Record<string, string> = { apiKey, baseUrl: url, maxRetries: "2", ...more };
  const { functions, tasks } = connect(loadConfig((key) => settings[key.replace("edgecloud:", "")], {}));
  expect(functions).toBeInstanceOf(FunctionsEndpoint);
  expect(tasks).toBeInstanceOf(TasksEndpoint);
  return { functions, tasks };
}

type Functions = FunctionsEndpoint;

const changes: [string, (functions: Functions) => Promise<string[]>, string, string][] = [
  ["create", (functions) => functions.create(ref, body), "POST", collection],
  ["patch", (functions) => functions.patch(ref, body), "PATCH", `${collection}/resize`],
  ["delete", (functions) => functions.delete(ref), "DELETE", `${collection}/resize`],
];

describe("the call", () => {
  it.each(changes)("uses the method, path and body to %s a function", async (verb, call, method, url) => {
    const server = await serve((_, response) => json(200, { tasks: ["t-1", "t-2"], more: 1 })(response));
    expect(await call(connectionTo(server.url).functions)).toEqual(["t-1", "t-2"]);
    expect(server.received).toMatchObject([{ method, url, body: verb === "delete" ? "" : JSON.stringify(body) }]);
  });

  it("returns all fields of a function", async () => {
    const answer = { name: "resize", envs: { A: "1" }, timeout: 0, colour: "red", status: "new word", id: 7 };
    const server = await serve((_, response) => json(200, answer)(response));
    expect(await connectionTo(server.url).functions.get(ref)).toEqual(answer);
    expect(server.received).toMatchObject([{ method: "GET", url: `${collection}/resize`, body: "" }]);
  });

  it.each([
    ["/cloud/v1/tasks", {}],
    ["/v1/tasks", { taskPath: "/v1/tasks/" }],
  ])("reads a task below %s", async (path, settings) => {
    const answer = { id: "t 1", state: "NEW", error: null, created_resources: { faas_functions: ["f"] } };
    const server = await serve((_, response) => json(200, answer)(response));
    expect(await connectionTo(server.url, settings).tasks.get("t 1")).toEqual(answer);
    expect(server.received).toMatchObject([{ method: "GET", url: `${path}/t%201` }]);
  });
});

describe("the answer to a change", () => {
  it.each([
    ["may be a bare list of tasks", ["t-1"], ["t-1"]],
    ["may have the list of tasks in a field", { tasks: ["t-1"] }, ["t-1"]],
    ["may have no task", { tasks: [] }, []],
  ])("%s", async (_, answer, ids) => {
    const server = await serve((_request, response) => json(200, answer)(response));
    expect(await connectionTo(server.url).functions.create(ref, body)).toEqual(ids);
  });

  const tooMany = Array.from({ length: 101 }, (_, index) => `t-${index}`);
  const noIds = ["", "..", "a/b", "\0"].map((id) => ["t-1", id]);
  const nonsense = [{}, { tasks: "t-1" }, { tasks: [7] }, { task_id: "t-1" }, null, tooMany, ...noIds];

  it.each(nonsense.map((answer) => [answer]))("is an unknown outcome if it is %j", async (answer) => {
    const server = await serve((_, response) => json(200, answer)(response));
    const { functions } = connectionTo(server.url);
    await expect(functions.patch(ref, body)).rejects.toMatchObject({ name: "OutcomeUnknownError" });
  });
});

describe("a change whose answer is lost", () => {
  it.each(changes.filter(([verb]) => verb !== "delete"))("is not retried: %s", async (_, call) => {
    const server = await serve((_request, response) => reset(response));
    await expect(call(connectionTo(server.url).functions)).rejects.toMatchObject({ name: "OutcomeUnknownError" });
    expect(server.received).toHaveLength(1);
  });

  it("is retried for a delete", async () => {
    const gone = json(404, { exception_class: "NotFoundError", message: "gone" });
    const server = await serveInTurn(reset, gone, json(200, { count: 0, results: [] }));
    await expect(connectionTo(server.url).functions.delete(ref)).rejects.toMatchObject({ name: "NotFoundError" });
    expect(server.received.map(({ method }) => method)).toEqual(["DELETE", "DELETE", "GET"]);
  });
});

describe("a refusal", () => {
  it.each(changes.filter(([verb]) => verb !== "delete"))(
    "does not echo variables of the request: %s",
    async (_, call) => {
      const message = `${token} is wrong, and so is ${encodeURIComponent(token)}`;
      const refusal = { message, invalid_fields: { "envs.TOKEN": [`"${token}" has a space`] } };
      const server = await serve((_request, response) => json(400, refusal)(response));
      const error = await call(connectionTo(server.url).functions).catch((reason: Error) => reason);
      expect(error).toMatchObject({ name: "ValidationError" });
      expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain("token-7d793037");
    },
  );
});

it("does not echo a token of the dependencies", async () => {
  const dependencies = `requests==2.31.0\ngit+https://oauth2:${encodeURIComponent(token)}@git.example.com/lib.git`;
  const message = `cannot install ${dependencies.split("\n")[1]}: ${token} is refused`;
  const server = await serve((_, response) => json(400, { exception_class: "ValidationError", message })(response));
  const error = await connectionTo(server.url)
    .functions.create(ref, { name: "resize", dependencies })
    .catch((reason: Error) => reason);
  expect((error as Error).message).toBe("cannot install [secret]: [secret] is refused (400)");
});

test("variables of any name that the contract allows are read", async () => {
  const envs = JSON.parse('{"__proto__":"a","constructor":"b","_1":""}') as Record<string, string>;
  const server = await serve((_, response) => json(200, { name: "resize", envs })(response));
  const answer = await connectionTo(server.url).functions.get(ref);
  expect(Object.entries(answer.envs ?? {}).sort()).toEqual(Object.entries(envs).sort());
});

describe("a field of a function", () => {
  const read = async (fields: object) => {
    const server = await serve((_, response) => json(200, { name: "resize", ...fields })(response));
    return connectionTo(server.url).functions.get(ref);
  };

  it.each([
    ...["code_text", "main_method", "runtime", "flavor", "dependencies", "description", "endpoint", "status"].flatMap(
      (field) => [{ [field]: 7 }, { [field]: { text: "x" } }],
    ),
    ...[{ build_status: [] }, { build_message: {} }, { created_at: 0 }, { id: {} }],
    ...[{ timeout: "30" }, { timeout: {} }, { enable_api_key: "yes" }, { disabled: "false" }, { disabled: 0 }],
    ...[{ autoscaling: "1-5" }, { autoscaling: [1, 5] }],
    ...[{ deploy_status: "ok" }, { deploy_status: { ready: "1" } }, { deploy_status: [1] }],
    ...[{ envs: "A=1" }, { envs: ["A=1"] }, { envs: { A: { secret: "x" } } }, { envs: { A: ["x"] } }],
  ] as Record<string, unknown>[])("is treated as missing if it has a wrong type: %j", async (odd) => {
    const answer = await read({ ...odd, colour: "red" });
    expect(answer).toEqual({ name: "resize", colour: "red" });
    expect(Object.values(answer).filter((value) => value !== undefined)).toHaveLength(2);
  });

  it("is read even if another of the same object has a wrong type", async () => {
    expect((await read({ autoscaling: { min_instances: "1", max_instances: 5 } })).autoscaling).toEqual({
      max_instances: 5,
    });
  });

  it("has variables as strings", async () => {
    const { envs } = await read({ envs: { A: 1, B: true, C: "x", D: null } });
    expect(envs).toEqual({ A: "1", B: "true", C: "x", D: "" });
  });

  it("stays null if it is null, and undefined if it is absent", async () => {
    const fields = ["code_text", "description", "dependencies", "envs", "disabled", "autoscaling", "endpoint"];
    const nulls = await read(Object.fromEntries(fields.map((field) => [field, null])));
    const absent = await read({});
    expect(fields.map((field) => nulls[field])).toEqual(fields.map(() => null));
    expect(fields.map((field) => absent[field])).toEqual(fields.map(() => undefined));
  });

  it.each([[{ name: 7 }], [{ name: null }]])("must be a string if it is the name: %j", async (fields) => {
    await expect(read(fields)).rejects.toMatchObject({ name: "UnexpectedAnswerError" });
  });
});
