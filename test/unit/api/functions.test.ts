import type { FunctionsEndpoint } from "../../../provider/api/calls/functions";
import { describeFailures, hasEnded, isRunning, type TaskStatus } from "../../../provider/api/calls/tasks";
import { connect } from "../../../provider/api/connection";
import { loadConfig } from "../../../provider/config/config";
import { apiKey, failure, json, serve } from "./server";
import { UnavailableError } from "../../../provider/api/failures/errors";
import { answerPolls, tasksOf, unknownTask, type TaskTurn } from "./task-endpoints";

const ref = { projectId: 12, regionId: 7, namespace: "images", name: "resize" };
const collection = "/cloud/v1/faas/namespaces/12/7/images/functions";
const token = "token-7d793037/a b";
const body = { name: "resize", envs: { TOKEN: token, nested: "x" } };

/** Functions and tasks of a platform at this address. */
function connectionTo(url: string, more: Record<string, string> = {}) {
  const settings: Record<string, string> = { apiKey, baseUrl: url, maxRetries: "2", ...more };
  return connect(loadConfig((key) => settings[key.replace("edgecloud:", "")], {}));
}

/** The same, of a platform that gives that answer to everything. */
async function answering(answer: unknown, status = 200, settings: Record<string, string> = {}) {
  const { url, received } = await serve((_, response) => json(status, answer)(response));
  return { ...connectionTo(url, settings), received };
}

type Functions = FunctionsEndpoint;

const changes: [string, (functions: Functions) => Promise<string[]>, string, string][] = [
  ["create", (functions) => functions.create(ref, body), "POST", collection],
  ["patch", (functions) => functions.patch(ref, body), "PATCH", `${collection}/resize`],
  ["delete", (functions) => functions.delete(ref), "DELETE", `${collection}/resize`],
];

describe("the call", () => {
  it.each(changes)("uses the method, path and body to %s a function", async (verb, call, method, url) => {
    const { functions, received } = await answering({ tasks: ["t-1", "t-2"], more: 1 });
    expect(await call(functions)).toEqual(["t-1", "t-2"]);
    expect(received).toMatchObject([{ method, url, body: verb === "delete" ? "" : JSON.stringify(body) }]);
  });

  it("returns all fields of a function", async () => {
    const answer = { name: "resize", envs: { A: "1" }, timeout: 0, colour: "red", status: "new word", id: 7 };
    const { functions, received } = await answering(answer);
    expect(await functions.get(ref)).toEqual(answer);
    expect(received).toMatchObject([{ method: "GET", url: `${collection}/resize`, body: "" }]);
  });

  it.each([
    ["/cloud/v1/tasks", {}],
    ["/v1/tasks", { taskPath: "/v1/tasks/" }],
  ])("reads a task below %s", async (path, settings) => {
    const answer = { id: "t 1", state: "NEW", error: null, created_resources: { faas_functions: ["f"] } };
    const { pollTasks, received } = await answering(answer, 200, settings);
    expect(await pollTasks(["t 1"])).toEqual([{ id: "t 1", state: "NEW", wasKnown: true }]);
    expect(received).toMatchObject([{ method: "GET", url: `${path}/t%201` }]);
  });
});

describe("the answer to a change", () => {
  it.each([
    ["may be a bare list of tasks", ["t-1"], ["t-1"]],
    ["may have the list of tasks in a field", { tasks: ["t-1"] }, ["t-1"]],
    ["may have no task", { tasks: [] }, []],
  ])("%s", async (_, answer, ids) => {
    const { functions } = await answering(answer);
    expect(await functions.create(ref, body)).toEqual(ids);
  });

  const tooMany = Array.from({ length: 101 }, (_, index) => `t-${index}`);
  const noIds = ["", "..", "a/b", "\0"].map((id) => ["t-1", id]);
  const nonsense = [{}, { tasks: "t-1" }, { tasks: [7] }, { task_id: "t-1" }, null, tooMany, ...noIds];

  it.each(nonsense.map((answer) => [answer]))("is an unknown outcome if it is %j", async (answer) => {
    const { functions } = await answering(answer);
    await expect(functions.patch(ref, body)).rejects.toMatchObject({ name: "OutcomeUnknownError" });
  });
});

describe("a refusal", () => {
  it("does not echo a token of the dependencies", async () => {
    const dependencies = `requests==2.31.0\ngit+https://oauth2:${encodeURIComponent(token)}@git.example.com/lib.git`;
    const message = `cannot install ${dependencies.split("\n")[1]}: ${token} is refused`;
    const { functions } = await answering({ exception_class: "ValidationError", message }, 400);
    const error = await failure(functions.create(ref, { name: "resize", dependencies }));
    expect(error.message).toBe("cannot install [secret]: [secret] is refused (400)");
  });
});

test("variables of any name that the contract allows are read", async () => {
  const envs = JSON.parse('{"__proto__":"a","constructor":"b","_1":""}') as Record<string, string>;
  const answer = await (await answering({ name: "resize", envs })).functions.get(ref);
  expect(Object.entries(answer.envs ?? {}).sort()).toEqual(Object.entries(envs).sort());
});

describe("a field of a function", () => {
  const read = async (fields: object) => (await answering({ name: "resize", ...fields })).functions.get(ref);

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

const failed = (error?: string | null): TaskTurn => ({ id: "t", state: "ERROR", error });
const busy = new UnavailableError({ message: "busy", status: 503 });
const seen = (state?: string, error?: string): TaskStatus => ({ id: "t", state, error, wasKnown: true });

/** Polls the tasks this number of times, one after the other. */
async function watch(turnsOf: Record<string, TaskTurn[]>, looks: number) {
  const { pollTasks, polls } = tasksOf(turnsOf);
  const shown: TaskStatus[][] = [];
  for (let look = 0; look < looks; look += 1) {
    shown.push(await pollTasks(Object.keys(turnsOf), shown.at(-1)));
  }
  return { shown, polls };
}

describe("a poll of tasks", () => {
  it.each<[string, TaskTurn, Partial<TaskStatus>]>([
    ["new", "NEW", { state: "NEW" }],
    ["finished, with a text in error", { state: "FINISHED", error: "a remark" }, { state: "FINISHED" }],
    ["without an id of its own", { state: "RUNNING" }, { id: "t", state: "RUNNING" }],
    ["failed, with a reason", failed("no space left"), { state: "ERROR", error: "no space left" }],
    ["failed, without a reason", failed(null), { state: "ERROR", error: undefined }],
    ["in an unknown state", "QUEUED", { state: "QUEUED" }],
  ])("returns the status of each: %s", async (_, turn, expected) => {
    const { shown } = await watch({ t: [turn] }, 1);
    expect(shown).toMatchObject([[{ id: "t", wasKnown: true, ...expected }]]);
  });

  it("reports that the platform does not know one, and whether it ever did", async () => {
    const { shown } = await watch({ t: [unknownTask, unknownTask, "RUNNING", unknownTask, "FINISHED"] }, 5);
    const states = shown.map(([task]) => `${task?.state} ${task?.wasKnown}`);
    expect(states).toEqual(["undefined false", "undefined false", "RUNNING true", "undefined true", "FINISHED true"]);
  });

  it("returns all of them in order, and does not request again what has finished or failed", async () => {
    const turns = { a: ["FINISHED", busy], b: [failed("no space"), busy], c: ["NEW", "NEW", "FINISHED"] };
    const { shown, polls } = await watch(turns, 4);
    expect(shown[1]?.map(({ id, state }) => `${id} ${state}`)).toEqual(["a FINISHED", "b ERROR", "c NEW"]);
    expect(shown[3]?.slice(0, 2)).toEqual(shown[0]?.slice(0, 2));
    expect(polls.sort()).toEqual(["a", "b", "c", "c", "c"]);
  });

  it("is an error if a call fails, and the next one continues", async () => {
    const { pollTasks } = tasksOf({ t: ["NEW", busy, unknownTask] });
    const before = await pollTasks(["t"]);
    await expect(pollTasks(["t"], before)).rejects.toBe(busy);
    expect(await pollTasks(["t"], before)).toEqual([{ id: "t", wasKnown: true }]);
  });

  it("requests them at the same time", async () => {
    let asked = 0;
    const release: (() => void)[] = [];
    const pollTasks = answerPolls(async () => {
      asked += 1;
      await new Promise<void>((resolve) => release.push(resolve));
      return { state: "FINISHED" };
    });
    const looking = pollTasks(["a", "b"]);
    expect(asked).toBe(2);
    release.forEach((go) => go());
    expect(await looking).toHaveLength(2);
  });
});

it("a task has ended, is under way, or neither", () => {
  const words = ["NEW", "RUNNING", "FINISHED", "ERROR", "PAUSED", "finished", "CANCELLED", "", undefined];
  expect(words.filter((state) => isRunning(seen(state)))).toEqual(["NEW", "RUNNING"]);
  expect(words.filter((state) => hasEnded(seen(state)))).toEqual(["FINISHED", "ERROR"]);
});

it.each<[string, TaskStatus[], string | undefined]>([
  ["no task", [], undefined],
  ["no failed task", [seen("FINISHED", "a remark"), seen("RUNNING"), seen("PAUSED", "why"), seen()], undefined],
  ["a reason", [seen("ERROR", "no space left")], "task t failed: no space left"],
  ["an empty reason", [seen("ERROR", "")], "task t failed: the platform gives no reason"],
  ["no reason", [seen("ERROR")], "task t failed: the platform gives no reason"],
  [
    "two of three",
    [seen("ERROR", "no space"), seen("FINISHED"), { ...seen("ERROR"), id: "c" }],
    "task t failed: no space; task c failed: the platform gives no reason",
  ],
])("the text of failed tasks: %s", (_, tasks, text) => {
  expect(describeFailures(tasks)).toBe(text);
});
