import { PartialFailure } from "../../../provider/pulumi/handler";
import { answer, id, inputsOf, told } from "./functions";
import { conflict, failureOf, lost, missing, taskFailed, worldOf } from "./world";

const inputs = inputsOf({ taskTimeoutSeconds: 120 });
const theirs = answer({ code_text: "theirs" });
const failing = { "t-1": ["NEW", taskFailed("no space")] };

describe("a creation whose task has failed", () => {
  it("keeps no function of somebody else", async () => {
    const { handler } = worldOf({ creates: [["t-1"]], reads: [theirs], tasks: failing });
    const error = await failureOf(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain("task t-1 failed: no space");
    expect(error.message).toContain('has a function "resize" already, and it is another one: it differs in code');
  });

  it("after a request whose answer was lost keeps what was sent: that request may still have an effect", async () => {
    const { handler } = worldOf({ creates: [lost, ["t-1"]], reads: [missing], tasks: failing });
    const error = await failureOf(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: inputs });
    const { functionId, pendingTasks } = error.state as Record<string, unknown>;
    expect([functionId, pendingTasks]).toEqual([undefined, undefined]);
  });
});

describe("a delete of what nobody knows to be there", () => {
  it("waits a minute for it to be seen, and then deletes it", async () => {
    const { handler, verbs } = worldOf({
      reads: [missing, missing, answer(), missing],
      deletes: [["t-2"]],
      tasks: { "t-2": ["FINISHED"] },
    });
    await handler.delete(id, { ...inputs });
    expect(verbs()).toEqual(["deletes"]);
  });

  it("sends nothing if it is not seen in a minute", async () => {
    const { handler, sent, clock } = worldOf({ reads: [missing] });
    await handler.delete(id, { ...inputs });
    expect([sent, clock.now()]).toEqual([[], 60_000]);
  });
});

describe("an update of what nobody knows to be there", () => {
  it("does not lose the function that it has made when the change after it fails", async () => {
    const wanted = { ...inputs, disabled: true };
    const { handler } = worldOf({
      creates: [["t-1"]],
      patches: [["t-2"]],
      reads: (changes) => (changes === 0 ? missing : answer()),
      tasks: { "t-1": ["FINISHED"], "t-2": [taskFailed("no space")] },
    });
    const error = await failureOf(handler.update(id, { ...inputs }, wanted));
    expect(error).toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ id, state: { ...told, disabled: false } });
  });

  it("takes over nothing of somebody else, whose name came to light by a conflict", async () => {
    const reads = (changes: number) => (changes === 0 ? missing : theirs);
    const { handler, verbs } = worldOf({ creates: [conflict], reads });
    const error = await failureOf(handler.update(id, { ...inputs }, inputs));
    expect(error.name).toBe("ConflictError");
    expect(verbs()).toEqual(["creates"]);
  });
});
