import { PermissionError, ValidationError } from "../../../provider/api/failures/errors";
import type { JsonObject } from "../../../provider/values/json";
import { unknownTask } from "../api/task-endpoints";
import { answer, checkInputs, computedOutputs, id, markStarted, unconfirmed } from "./functions";
import {
  busy,
  captureKept,
  captureUnkept,
  claim,
  conflict,
  createHandler,
  finished,
  lost,
  missing,
  taskFailed,
  turnInto,
  type Turns,
} from "./platform";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { UnfinishedOperation } from "../../../provider/core/job";

const inputs = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs", flavor: "big" });
const made = { verb: "creates", body: functionKind.toCreateBody(inputs) };
const settled = { ...inputs, ...computedOutputs, claim };
const forbidden = new PermissionError({ message: "no capacity", status: 403 });
const taken = new ValidationError({
  message: "invalid",
  status: 400,
  fields: [{ location: ["name"], message: "A function with this name already exists." }],
});
const place = "namespace: project 12, region 7";
const notKnown =
  "it is not known whether the function was created. It stays in the state, and the next `pulumi up` looks for it " +
  "before creating it again";

const create = (turns: Turns, change: JsonObject = {}) => {
  const world = createHandler(turns);
  return { ...world, result: world.handler.create({ ...inputs, ...change }) };
};

const advice = "Correct the name, or make the namespace with a FunctionNamespace and give its output `namespace` here";

describe("a creation", () => {
  it("sends once without a GET before, follows every task, and reads the function", async () => {
    const tasks = { "t-1": ["NEW", "FINISHED"], "t-2": ["NEW", "FINISHED"] };
    const { result, sent, polls, looks } = create({ creates: [["t-1", "t-2"]], reads: [ours], tasks });
    expect(await result).toStrictEqual({ id, state: settled });
    expect([sent, polls, looks()]).toEqual([[made], ["t-1", "t-2", "t-1", "t-2"], 1]);
  });

  it("is reported with the user's property names if it is refused, and no state is saved", async () => {
    const fields = [
      { location: ["code_text"], message: "Bad." },
      { location: ["autoscaling", "min_instances"], message: "Too many." },
      { location: ["autoscaling"], message: "max_instances: Too few." },
      { location: ["envs", "MY_KEY"], message: "Odd." },
    ];
    const { result, verbs } = create({ creates: [new ValidationError({ message: "invalid", status: 400, fields })] });
    const { message } = await captureUnkept(result);
    expect(message).toBe(
      "code: Bad.\nautoscaling.minInstances: Too many.\nautoscaling.maxInstances: Too few.\nenvs.MY_KEY: Odd. (400)",
    );
    expect(verbs()).toEqual(["creates"]);
  });

  it.each([
    ["no permission", forbidden, "no capacity (403)"],
    ["too busy", busy, "busy (503)"],
    ["no namespace", unknownTask, `${place} seems to have no namespace "images": no such task (404). ${advice}`],
  ])("saves no state after a refusal: %s", async (_, refusal, text) => {
    const { result, looks } = create({ creates: [refusal] });
    expect((await captureUnkept(result)).message).toBe(text);
    expect(looks()).toBe(0);
  });
});

describe("a creation whose task has failed", () => {
  const failing = { creates: [["t-1"]], tasks: { "t-1": ["RUNNING", taskFailed("no space")] } };
  const operation = { kind: "create", tasks: ["t-1"], failed: true };

  it("saves no state if no function exists, or that of another owner", async () => {
    for (const seen of [missing, theirs]) {
      const error = await captureUnkept(create({ ...failing, reads: [seen] }).result);
      expect(error).toMatchObject({ name: "TaskFailedError", message: "task t-1 failed: no space" });
    }
  });

  it("saves the function if it exists nevertheless", async () => {
    const { message, state } = await captureKept(create({ ...failing, reads: [{ ...ours, status: "error" }] }).result);
    expect(state).toStrictEqual({ ...settled, status: "error", operation });
    expect(message).toBe("task t-1 failed: no space");
  });

  it("saves what was sent if the function cannot be read", async () => {
    const { message, state } = await captureKept(create({ ...failing, reads: [busy] }).result);
    expect(state).toStrictEqual({ ...markStarted(inputs), operation });
    expect(message).toBe("task t-1 failed: no space");
  });
});

describe("a creation whose name is taken", () => {
  const interrupted = "- If an interrupted `pulumi up` created it";
  const adopting = "- If it should manage the existing function: set adopt: true";

  it.each([
    ["a conflict, equal", conflict, ours, "with the same content", interrupted],
    ["a conflict, equal but disabled", conflict, { ...ours, disabled: true }, "with the same content", interrupted],
    ["a conflict, equal, unfinished", conflict, { ...ours, status: "BUILDING" }, "with the same content", interrupted],
    ["a conflict, different", conflict, theirs, "differs in: description, flavor", adopting],
    ["a taken name, equal", taken, ours, "with the same content", interrupted],
    ["a taken name, different", taken, theirs, "differs in: description, flavor", adopting],
    ["no answer, different", lost, theirs, "differs in: description, flavor", adopting],
  ])("is an error with advice, and saves no state: %s", async (_, refusal, found, how, first) => {
    const { result, verbs } = create({ creates: [refusal], reads: [found] });
    const error = await captureUnkept(result);
    expect(error.name).toBe("ConflictError");
    const [problem, advice] = error.message.split("\n");
    expect(problem).toBe(`name: the namespace "images" already has a function "resize" (${how}). What to do:`);
    expect(advice).toContain(first);
    expect(verbs()).toEqual(["creates"]);
  });

  it.each([
    ["a conflict", conflict, conflict.message],
    ["a taken name", taken, "name: A function with this name already exists. (400)"],
  ])("ends after a minute with the platform's message if none is visible: %s", async (_, refusal, message) => {
    const { result, clock } = create({ creates: [refusal], reads: [missing] });
    expect(await captureUnkept(result)).toMatchObject({ name: refusal.name, message });
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(67_000);
  });
});

describe("a creation whose answer is lost", () => {
  it("takes over a function that is what was sent, with a claim", async () => {
    const { result, verbs } = create({ creates: [lost], reads: [ours] });
    expect(await result).toStrictEqual({ id, state: settled });
    expect(verbs()).toEqual(["creates"]);
  });

  it("takes it over if it appears only after a second request was refused", async () => {
    const { result, verbs } = create({ creates: [lost, conflict], reads: [missing, missing, ours] });
    expect((await result).state).toStrictEqual(settled);
    expect(verbs()).toEqual(["creates", "creates"]);
  });

  it.each<[string, Turns["creates"], Turns["reads"], number]>([
    ["three attempts without an answer", [lost], [missing], 3],
    ["a failed GET", [lost], [busy], 1],
    ["a refusal of the second request", [lost, forbidden], [missing], 2],
  ])("saves what was sent after %s", async (_, creates, reads, count) => {
    const { result, verbs } = create({ creates, reads });
    const { message, state } = await captureKept(result);
    expect(state).toStrictEqual(unconfirmed(inputs));
    expect(message).toContain(notKnown);
    expect(verbs()).toHaveLength(count);
  });

  it("saves what was sent if a name is taken by a function that never appears, or if the second task fails", async () => {
    const { state } = await captureKept(create({ creates: [lost, conflict], reads: [missing] }).result);
    expect(state).toStrictEqual(unconfirmed(inputs));
    const tasks = { "t-1": ["NEW", taskFailed("no space")] };
    const again = await captureKept(create({ creates: [lost, ["t-1"]], reads: [missing], tasks }).result);
    expect(again.state).toMatchObject({ ...inputs, operation: { kind: "create" } });
    expect(again.state).not.toHaveProperty("functionId");
  });

  it("keeps a function that is recognized in the making if that takes too long, or reading it fails", async () => {
    const building = { ...ours, status: "BUILDING" };
    const slow = await captureKept(create({ creates: [lost], reads: [building] }).result);
    const operation = { kind: "create", unconfirmed: true };
    expect(slow.state).toMatchObject({ ...inputs, functionId: "f-1001", status: "BUILDING", operation });
    expect(slow.message).toContain("function resize is BUILDING; timed out after 120 seconds");
    const unreadable = await captureKept(create({ creates: [lost], reads: [building, building, busy] }).result);
    expect(unreadable.state.functionId).toBe("f-1001");
  });
});

describe("an update after a creation with an unknown outcome", () => {
  const update = (turns: Turns, change: object = {}) => {
    const world = createHandler({ ...turns, tasks: finished });
    return { ...world, result: world.handler.update(id, unconfirmed(inputs), { ...inputs, ...change }) };
  };
  const newer = answer({ description: "newer" });

  it("finds nothing, and creates the function as it is declared now", async () => {
    const { result, sent } = update({ reads: turnInto(missing, newer), creates: [["t-1"]] }, { description: "newer" });
    expect((await result).functionId).toBe("f-1001");
    expect(sent).toEqual([{ verb: "creates", body: functionKind.toCreateBody({ ...inputs, description: "newer" }) }]);
  });

  it("stays unconfirmed if its answer is lost, too, and leaves the state as it is if it is refused", async () => {
    const { state } = await captureKept(update({ reads: [missing], creates: [lost] }).result);
    expect(state).toStrictEqual(unconfirmed(inputs));
    const error = await captureUnkept(update({ reads: [missing], creates: [forbidden] }).result);
    expect(error.message).toContain("no capacity (403)");
  });
});

describe("the argument disabled", () => {
  it("is sent once the function exists", async () => {
    const reads = (changes: number) => ({ ...ours, disabled: changes > 1 });
    const turns = { creates: [["t-1"]], patches: [["t-2"]], reads, tasks: finished };
    const { result, sent } = create(turns, { disabled: true });
    expect((await result).state).toStrictEqual({ ...settled, disabled: true });
    expect(sent).toEqual([made, { verb: "patches", body: { disabled: true } }]);
  });

  it.each<[string, Turns["patches"], Turns["tasks"], UnfinishedOperation]>([
    ["is refused", [busy], {}, { kind: "create", tasks: ["t-1"] }],
    ["fails", [["t-2"]], { "t-2": [taskFailed("no")] }, { kind: "update", tasks: ["t-2"], failed: true }],
    ["takes too long", [["t-2"]], { "t-2": ["RUNNING"] }, { kind: "update", tasks: ["t-2"] }],
  ])("leaves the function and the operation in the state if its update %s", async (_, patches, tasks, operation) => {
    const turns = { creates: [["t-1"]], patches, reads: [ours], tasks: { ...finished, ...tasks } };
    const { state } = await captureKept(create(turns, { disabled: true }).result);
    expect(state).toStrictEqual({ ...settled, disabled: false, operation });
  });

  const unreported = answer({ ...ours, disabled: undefined });
  const brokenBuild = { ...unreported, build_status: "failed" };
  it.each<[string, Turns]>([
    ["outlasts the wait", { creates: [["t-1"]], reads: [missing], tasks: { "t-1": ["RUNNING"] } }],
    ["gets no answer", { creates: [lost], reads: [missing] }],
    ["ends with a failed build", { creates: [["t-1"]], reads: [brokenBuild], tasks: finished }],
  ])("is sent by the next update if the creation %s, even if no answer has it", async (_, turns) => {
    const wanted = { ...inputs, disabled: true };
    const { state: kept } = await captureKept(create(turns, wanted).result);
    const next = () => createHandler({ reads: [unreported], patches: [["t-2"]], tasks: finished });
    for (const state of [kept, (await next().handler.read(id, kept))!.state]) {
      const { handler, sent } = next();
      expect(handler.diff(id, state, wanted).changes).toBe(true);
      expect((await handler.update(id, state, wanted)).disabled).toBe(true);
      expect(sent).toEqual([{ verb: "patches", body: { disabled: true } }]);
    }
  });
});
