import { PermissionError, ValidationError } from "../../../provider/api/errors";
import { PartialFailure } from "../../../provider/pulumi/handler";
import { answer, id, inputsOf, told } from "./functions";
import { busy, conflict, failureOf, lost, missing, worldOf } from "./world";

const inputs = inputsOf({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs", flavor: "big" });
const building = { ...ours, status: "BUILDING" };
const finished = { "t-1": ["FINISHED"] };
const taken = new ValidationError({ message: "invalid", status: 400 }, [
  { location: ["name"], message: "A function with this name already exists." },
]);
const notKnown = "it is not known whether the function was created";

describe("a lost answer", () => {
  it("and a function that is what was sent: it is the result", async () => {
    const { handler, verbs } = worldOf({ creates: [lost], reads: [ours] });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: { ...inputs, ...told } });
    expect(verbs()).toEqual(["creates"]);
  });

  it("and a function that is another one: nothing is changed, and nothing kept", async () => {
    const { handler, verbs } = worldOf({ creates: [lost], reads: [theirs] });
    const error = await failureOf(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "ConflictError" });
    expect(error.message).toMatch(
      /^name: the namespace "images" has a function "resize" already, and it is another one/,
    );
    expect(error.message).toMatch(/it differs in (flavor, description|description, flavor)\. Nothing was changed/);
    expect(verbs()).toEqual(["creates"]);
  });

  it("and no function: it is sent again", async () => {
    const { handler, sent } = worldOf({ creates: [lost, ["t-1"]], reads: [missing, ours], tasks: finished });
    expect((await handler.create(inputs)).state).toStrictEqual({ ...inputs, ...told });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("each time: it is sent three times, and what was sent is kept", async () => {
    const { handler, verbs } = worldOf({ creates: [lost], reads: [missing] });
    const error = await failureOf(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: inputs });
    expect(error.state).not.toHaveProperty("functionId");
    expect(error.message).toContain(notKnown);
    expect(verbs()).toEqual(["creates", "creates", "creates"]);
  });

  it.each([
    ["a look that fails", [lost], [busy]],
    ["a refusal of the second request", [lost, new PermissionError({ message: "no", status: 403 })], [missing]],
    ["a name that is taken by what is never seen", [lost, conflict], [missing]],
  ])("and %s: what was sent is kept", async (_, creates, reads) => {
    const { handler } = worldOf({ creates, reads });
    const error = await failureOf(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: inputs });
    expect(error.message).toContain(notKnown);
    expect(error.message).toContain("the next `pulumi up` looks for it before it sends it again");
  });

  it("and a name that is taken then, by what was sent first", async () => {
    const { handler, verbs } = worldOf({ creates: [lost, conflict], reads: [missing, ours] });
    expect((await handler.create(inputs)).state.functionId).toBe("f-1001");
    expect(verbs()).toEqual(["creates", "creates"]);
  });
});

describe.each([
  ["a conflict", conflict],
  ["a name that is taken", taken],
])("%s", (_, refusal) => {
  it("with a function that is what was sent: it is the result", async () => {
    const { handler, verbs } = worldOf({ creates: [refusal], reads: [ours] });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: { ...inputs, ...told } });
    expect(verbs()).toEqual(["creates"]);
  });

  it("with a function that is another one: an error, and nothing is kept", async () => {
    const error = await failureOf(worldOf({ creates: [refusal], reads: [theirs] }).handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe("ConflictError");
    expect(error.message).toContain('has a function "resize" already');
  });

  it("with a function that is another one in nothing but that it is disabled: it is the result", async () => {
    const { handler } = worldOf({ creates: [refusal], reads: [{ ...ours, disabled: true }] });
    expect((await handler.create(inputs)).id).toBe(id);
  });

  it("with nothing to be seen: it is tried as long as a task may take, and nothing is kept", async () => {
    const { handler, clock, verbs } = worldOf({ creates: [refusal], reads: [missing] });
    const error = await failureOf(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe("TimeoutError");
    expect(clock.now()).toBe(120_000);
    expect(new Set(verbs())).toEqual(new Set(["creates"]));
  });

  it("with nothing to be seen is told in the platform's words", async () => {
    const error = await failureOf(worldOf({ creates: [refusal], reads: [missing] }).handler.create(inputs));
    expect(error.message).toContain(refusal === taken ? "already exists" : "Function is being changed.");
  });

  it("that is over when it is tried again", async () => {
    const { handler, verbs } = worldOf({
      creates: [refusal, ["t-1"]],
      reads: [missing, missing, ours],
      tasks: finished,
    });
    expect((await handler.create(inputs)).state).toStrictEqual({ ...inputs, ...told });
    expect(verbs()).toEqual(["creates", "creates"]);
  });

  it("with a look that fails: an error, and nothing is kept", async () => {
    const error = await failureOf(worldOf({ creates: [refusal], reads: [busy] }).handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain("busy");
  });
});

describe("a function that is taken over while the platform is still at work on it", () => {
  it("is waited for", async () => {
    const { handler, clock } = worldOf({ creates: [conflict], reads: [building, building, building, ours] });
    expect((await handler.create(inputs)).state.status).toBe("active");
    expect(clock.slept).toHaveLength(2);
  });

  it("for too long is kept", async () => {
    const { handler } = worldOf({ creates: [conflict], reads: [building] });
    const error = await failureOf(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { ...inputs, functionId: "f-1001", status: "BUILDING" } });
    expect(error.message).toContain("function resize is BUILDING, still after 120 seconds");
  });

  it("and that cannot be looked at is kept", async () => {
    const { handler } = worldOf({ creates: [conflict], reads: [building, building, busy] });
    const error = await failureOf(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { functionId: "f-1001" } });
  });

  it("and that disappears is an error that says so", async () => {
    const { handler } = worldOf({ creates: [conflict], reads: [building, building, missing] });
    const error = await failureOf(handler.create(inputs));
    expect(error.name).toBe("NotFoundError");
    expect(error.message).toContain("the function disappeared while it was being built");
  });

  it.each([
    ["no status", null],
    ["a status that is final", "active"],
  ])("by its build, with %s: the word for the work is said", async (_, status) => {
    const seen = { ...ours, status, build_status: "building" };
    const error = await failureOf(worldOf({ creates: [conflict], reads: [seen] }).handler.create(inputs));
    expect(error.message).toContain("function resize is building, still after 120 seconds");
  });
});
