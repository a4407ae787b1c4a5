import { PartialFailure } from "../../../provider/pulumi/handler";
import type { CloudFunctionInputs, CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { answer, id, inputsOf, told } from "./functions";
import { busy, conflict, failureOf, lost, missing, taskFailed, worldOf, type Turns } from "./world";

const plain = inputsOf({ taskTimeoutSeconds: 120 });
const described = { ...plain, description: "new" };
const settled: CloudFunctionState = { ...plain, ...told };

async function kept(turns: Turns, state: CloudFunctionState, wanted: CloudFunctionInputs = described) {
  const world = worldOf(turns);
  const error = await failureOf(world.handler.update(id, state, wanted));
  expect(error).toBeInstanceOf(PartialFailure);
  return { ...world, error, state: error.state as CloudFunctionState };
}

describe("a field that was declared for the first time is remembered, so that it can be emptied", () => {
  const finished = { "t-1": ["FINISHED"] };
  it.each<[string, Turns]>([
    ["the look after a lost answer fails", { reads: [answer(), busy], patches: [lost] }],
    ["the look after the task fails", { reads: [answer(), busy], patches: [["t-1"]], tasks: finished }],
    ["a lost answer is followed by conflicts until the time is over", { reads: [answer()], patches: [lost, conflict] }],
    [
      "the task fails and its values stay",
      {
        reads: (changes) => answer({ description: changes === 0 ? "" : "new" }),
        patches: [["t-1"]],
        tasks: { "t-1": [taskFailed("no space")] },
      },
    ],
  ])("%s", async (_, turns) => {
    const { state } = await kept(turns, settled);
    expect(state).toHaveProperty("description");
    expect(state).toHaveProperty("pendingTasks");
    const reads = (changes: number) => answer({ description: changes === 0 ? "new" : "" });
    const next = worldOf({ reads, patches: [["t-2"]], tasks: { ...finished, "t-2": ["FINISHED"] } });
    expect(next.handler.diff(id, state, plain)).toMatchObject({ changes: true });
    expect(await next.handler.update(id, state, plain)).toStrictEqual(settled);
    expect(next.sent).toEqual([{ verb: "patches", body: { description: "" } }]);
  });

  it("a function that is gone is no open question", async () => {
    const { handler } = worldOf({ reads: [answer(), missing], patches: [["t-1"]], tasks: finished });
    const error = await failureOf(handler.update(id, settled, described));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.message).toContain("no longer exists on the platform");
  });
});

describe("a lost creation that is resumed with a smaller program", () => {
  const larger: CloudFunctionState = { ...plain, description: "old", envs: { TOKEN: "token-7d793037" } };
  const there = answer({ description: "old", envs: { TOKEN: "token-7d793037" } });
  const toEmpty = { description: "", envs: {} };

  it.each<[string, Turns]>([
    ["its change fails", { reads: [there], patches: [["t-1"]], tasks: { "t-1": [taskFailed("no space")] } }],
    ["it is built for too long", { reads: [{ ...there, status: "BUILDING" }] }],
  ])("keeps what is to be emptied, and no value of it: %s", async (_, turns) => {
    const { state } = await kept(turns, larger, plain);
    expect(state).toMatchObject(toEmpty);
    const reads = (changes: number) => (changes === 0 ? there : answer());
    const next = worldOf({ reads, patches: [["t-2"]], tasks: { "t-2": ["FINISHED"] } });
    await next.handler.update(id, state, plain);
    expect(next.sent).toEqual([{ verb: "patches", body: toEmpty }]);
  });
});

it("a variable that is no longer what it was is not kept as it was: it may have been a secret", async () => {
  const before = { ...settled, envs: { TOKEN: "token-7d793037", MODE: "fast" } };
  const reads = [answer({ envs: before.envs })];
  const wanted = { ...plain, envs: { TOKEN: "none", MODE: "fast" } };
  const { state } = await kept({ reads, patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }, before, wanted);
  expect(state.envs).toEqual({ MODE: "fast" });
});
