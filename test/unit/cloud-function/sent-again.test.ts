import type { CloudFunctionInputs, CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { PartialFailure } from "../../../provider/core/handler";
import { answer, id, checkInputs, computedOutputs } from "./functions";
import { busy, captureError, lost, createHandler, type Turns } from "./platform";

const limit = { taskTimeoutSeconds: 120 };
const before: CloudFunctionState = {
  ...checkInputs({ ...limit, description: "old", envs: { A: "1" } }),
  ...computedOutputs,
};
const wanted = checkInputs({ ...limit, description: "new", timeout: 0 });
const old = answer({ description: "old", envs: { A: "1" } });
const done = answer({ description: "new", timeout: 0 });
const finished = { "t-1": ["FINISHED"] };

const update = (turns: Turns, state: CloudFunctionState, inputs: CloudFunctionInputs = wanted) => {
  const world = createHandler(turns);
  return { ...world, result: world.handler.update(id, state, inputs) };
};

describe("an update after a change with an unknown outcome", () => {
  const doubtful: CloudFunctionState = { ...before, operation: { kind: "update", unconfirmed: true } };
  const everything = {
    code_text: done.code_text,
    main_method: "Resize",
    flavor: "80mCPU-128MB",
    timeout: 0,
    description: "new",
    envs: {},
  };

  it.each([
    ["what is declared", done],
    ["what was declared before", old],
  ])("sends everything declared once, even if the platform shows %s", async (_, seen) => {
    const reads = (changes: number) => (changes === 0 ? seen : done);
    const { result, sent } = update({ reads, patches: [["t-1"]], tasks: finished }, doubtful);
    expect(await result).toStrictEqual({ ...wanted, ...computedOutputs });
    expect(sent).toEqual([{ verb: "patches", body: everything }]);
  });

  it("sends nothing again once the platform has accepted it", async () => {
    const first = update({ reads: [old], patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } }, doubtful);
    const { state } = (await captureError(first.result)) as unknown as { state: CloudFunctionState };
    expect(state.operation).toEqual({ kind: "update", tasks: ["t-1"] });
    const second = update({ reads: [done], tasks: finished }, state);
    expect(await second.result).toStrictEqual({ ...wanted, ...computedOutputs });
    expect(second.sent).toEqual([]);
  });

  it("stays unconfirmed if its answer is lost, too", async () => {
    const error = await captureError(update({ reads: [done], patches: [lost] }, doubtful).result);
    expect(error).toMatchObject({
      name: "PartialFailure",
      state: { operation: { kind: "update", unconfirmed: true } },
    });
  });

  it("leaves the state as it is if it is refused", async () => {
    const error = await captureError(update({ reads: [done], patches: [busy] }, doubtful).result);
    expect(error).not.toBeInstanceOf(PartialFailure);
  });
});
