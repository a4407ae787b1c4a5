import { ValidationError } from "../../../provider/api/errors";
import { PartialFailure } from "../../../provider/core/handler";
import { answer, id, inputsOf, told } from "./functions";
import { busy, claim, conflict, failureOf, missing, worldOf } from "./world";

const inputs = inputsOf({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs", flavor: "big" });
const finished = { "t-1": ["FINISHED"] };
const taken = new ValidationError({ message: "invalid", status: 400 }, [
  { location: ["name"], message: "A function with this name already exists." },
]);
const advice =
  "Nothing was changed. If this resource was renamed or moved in the program, give it an alias. If it should " +
  'manage the existing function, set adopt: true (and onDestroy: "delete" if an interrupted `pulumi up` created it). ' +
  "Otherwise choose another name";

describe.each([
  ["a conflict", conflict],
  ["a name that is taken", taken],
])("%s", (_, refusal) => {
  it.each([
    ["what was sent", ours, "with the same content"],
    ["what was sent, but disabled", { ...ours, disabled: true }, "with the same content"],
    ["what was sent, still being made", { ...ours, status: "BUILDING" }, "with the same content"],
    ["another one", theirs, "differs in: description, flavor"],
  ])("with a function that is %s: an error with the advice, and nothing is kept", async (_, found, how) => {
    const { handler, verbs } = worldOf({ creates: [refusal], reads: [found] });
    const error = await failureOf(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "ConflictError" });
    expect(error.message).toBe(`name: the namespace "images" already has a function "resize" (${how}). ${advice}`);
    expect(verbs()).toEqual(["creates"]);
  });

  it("with nothing to be seen: it is believed after a minute, in the platform's words, and nothing is kept", async () => {
    const { handler, clock, verbs } = worldOf({ creates: [refusal], reads: [missing] });
    const error = await failureOf(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe(refusal.name);
    expect(error.message).toContain(refusal === taken ? "already exists" : "Function is being changed.");
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(67_000);
    expect(new Set(verbs())).toEqual(new Set(["creates"]));
  });

  it("with nothing to be seen for as long as a task may take, if that is shorter", async () => {
    const { handler, clock } = worldOf({ creates: [refusal], reads: [missing] });
    const error = await failureOf(handler.create({ ...inputs, taskTimeoutSeconds: 10 }));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe("TimeoutError");
    expect(error.message).toContain("function resize could not be created: ");
    expect(error.message).toContain("timed out after 10 seconds");
    expect(clock.now()).toBe(10_000);
  });

  it("that is over when it is tried again", async () => {
    const { handler, verbs } = worldOf({
      creates: [refusal, ["t-1"]],
      reads: [missing, missing, ours],
      tasks: finished,
    });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: { ...inputs, ...told, claim } });
    expect(verbs()).toEqual(["creates", "creates"]);
  });

  it("with a look that fails: the platform's words, and nothing is kept", async () => {
    const error = await failureOf(worldOf({ creates: [refusal], reads: [busy] }).handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain(refusal === taken ? "already exists" : "Function is being changed.");
  });
});
