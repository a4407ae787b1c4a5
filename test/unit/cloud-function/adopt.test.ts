import type { JsonObject } from "../../../provider/values/json";
import { PartialFailure } from "../../../provider/core/handler";
import { Unknown } from "../../../provider/core/unknown";
import { normalizeInputs } from "../../../provider/resources/cloud-function/normalize";
import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { toCreateBody } from "../../../provider/resources/cloud-function/wire";
import { answer, args, markStarted, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { busy, claim, captureError, lost, missing, taskFailed, createHandler } from "./platform";

const declared = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const inputs = { ...declared, adopt: true };
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs" });
const adopted = { ...declared, ...computedOutputs, adopted: true, claim };
const state: CloudFunctionState = { ...adopted, claim: "aaaa0001" };
const finished = { "t-1": ["FINISHED"] };
const notThere =
  'adopt: is true, but the namespace "images" of project 12, region 7 has no function "resize"; correct the name, or ' +
  "leave adopt out to create the function";

describe("a creation that adopts", () => {
  it("updates the existing function to what is declared, and creates none", async () => {
    const reads = (changes: number) => (changes === 0 ? theirs : ours);
    const { handler, sent } = createHandler({ reads, patches: [["t-1"]], tasks: finished });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: adopted });
    expect(sent).toEqual([{ verb: "patches", body: { description: "mine" } }]);
  });

  it("sends nothing if the function is as declared", async () => {
    const { handler, sent } = createHandler({ reads: [ours] });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: adopted });
    expect(sent).toEqual([]);
  });

  it("stores onDestroy in the state", async () => {
    const { handler } = createHandler({ reads: [ours] });
    const created = await handler.create({ ...inputs, onDestroy: "delete" });
    expect(created.state).toStrictEqual({ ...adopted, onDestroy: "delete" });
  });

  it("gets a new claim each time", async () => {
    const claims = await Promise.all(
      [1, 2].map(async () => (await createHandler({ reads: [ours] }).handler.create(inputs)).state.claim),
    );
    expect(new Set(claims).size).toBe(2);
  });

  it("fails if the function does not exist, and saves no state", async () => {
    const { handler, sent } = createHandler({ reads: [missing] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error).toMatchObject({ name: "NotFoundError", message: notThere });
    expect(sent).toEqual([]);
  });

  it("fails if the runtime differs, which cannot change in place, and saves no state", async () => {
    const { handler, sent } = createHandler({ reads: [{ ...theirs, runtime: "python3.9" }] });
    const error = await captureError(handler.create(inputs));
    expect(error).not.toBeInstanceOf(PartialFailure);
    expect(error.name).toBe("ConflictError");
    expect(error.message).toBe(
      'runtime: is "go1.16.6", but the existing function has "python3.9", which cannot change in place; declare that one ' +
        "to adopt the function",
    );
    expect(sent).toEqual([]);
  });

  it("treats a runtime that the platform does not report as equal", async () => {
    const { handler } = createHandler({ reads: [{ ...ours, runtime: null }] });
    expect((await handler.create(inputs)).state.runtime).toBe("go1.16.6");
  });

  it("saves the function if its change is still running, and a destroy does not delete it", async () => {
    const { handler } = createHandler({ reads: [theirs], patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } });
    const error = await captureError(handler.create(inputs));
    expect(error).toBeInstanceOf(PartialFailure);
    const operation = { kind: "update", tasks: ["t-1"] };
    expect(error.state).toStrictEqual({ ...adopted, description: "theirs", operation });
    const next = createHandler({ reads: [theirs], tasks: { "t-1": ["RUNNING"] } });
    await next.handler.delete(id, error.state as CloudFunctionState);
    expect(next.sent).toEqual([]);
  });

  it("is sent again as a whole by the next update if its change gets no answer", async () => {
    const first = createHandler({ reads: [theirs], patches: [lost] });
    const { state: kept } = (await captureError(first.handler.create(inputs))) as unknown as {
      state: CloudFunctionState;
    };
    expect(kept).toMatchObject({ adopted: true, claim, operation: { kind: "update", unconfirmed: true } });
    const next = createHandler({ reads: [ours], patches: [["t-1"]], tasks: finished });
    expect(await next.handler.update(id, kept, inputs)).toStrictEqual({ ...adopted, claim: kept.claim });
    expect(next.sent).toMatchObject([{ verb: "patches", body: { description: "mine", code_text: ours.code_text } }]);
  });

  it("creates a function that this run has deleted to replace it", async () => {
    const { handler, sent } = createHandler({ creates: [["t-1"]], reads: [missing, ours], tasks: finished });
    handler.claims.markDeleted(id);
    expect((await handler.create(inputs)).state).toStrictEqual({ ...declared, ...computedOutputs, claim });
    expect(sent).toEqual([{ verb: "creates", body: toCreateBody(declared) }]);
    expect(handler.noticed).toEqual(['function "resize" was deleted earlier in this run, so it is created anew']);
  });

  it("finds a function that an interrupted replacement has created", async () => {
    const { handler, sent } = createHandler({ reads: [ours] });
    handler.claims.markReplaced(id, id);
    expect((await handler.create(inputs)).state).toMatchObject({ adopted: true });
    expect([sent, handler.noticed]).toEqual([[], []]);
  });
});

describe("after the creation, adopt makes no difference", () => {
  it.each([
    ["stays", inputs],
    ["is removed", declared],
  ])("if the argument %s", async (_, later) => {
    const { handler, sent } = createHandler({ reads: [ours] });
    expect(await handler.update(id, state, later)).toStrictEqual(state);
    expect(sent).toEqual([]);
  });

  it("does not matter for a created function", async () => {
    const made: CloudFunctionState = { ...declared, ...computedOutputs };
    expect(await createHandler({ reads: [ours] }).handler.update(id, made, inputs)).toStrictEqual(made);
    const error = await captureError(createHandler({ reads: [missing] }).handler.update(id, made, inputs));
    expect(error.message).toContain("no longer exists on the platform");
  });
});

describe("an update that adopts", () => {
  it.each([
    ["with an unknown outcome", unconfirmed(declared)],
    ["whose task never ends", markStarted(declared, "t-1")],
  ])("takes over any function after a creation %s", async (_, before) => {
    const reads = (changes: number) => (changes === 0 ? theirs : ours);
    const tasks = { "t-1": ["RUNNING"], "t-2": ["FINISHED"] };
    const { handler, verbs, polls } = createHandler({ reads, patches: [["t-2"]], tasks });
    expect(await handler.update(id, before, inputs)).toStrictEqual(adopted);
    expect([verbs(), polls]).toEqual([["patches"], ["t-2"]]);
  });

  it.each([
    ["got no answer", unconfirmed(declared)],
    ["has failed since", markStarted(declared, "t-1")],
  ])("creates the function if there is none, because the creation that %s was its own", async (_, before) => {
    const reads = (changes: number) => (changes === 0 ? missing : ours);
    const tasks = { "t-1": [taskFailed("no space")], "t-2": ["FINISHED"] };
    const { handler, sent } = createHandler({ reads, creates: [["t-2"]], tasks });
    expect(await handler.update(id, before, inputs)).toStrictEqual({ ...declared, ...computedOutputs, claim });
    expect(sent).toEqual([{ verb: "creates", body: toCreateBody(declared) }]);
  });

  it("waits for a creation that is still running, and is not visible yet", async () => {
    const tasks = { "t-1": ["RUNNING", "FINISHED"] };
    const { handler, sent } = createHandler({ reads: [missing, missing, ours], tasks });
    const after = await handler.update(id, markStarted(declared, "t-1"), inputs);
    expect(after).toStrictEqual({ ...declared, ...computedOutputs, claim });
    expect(sent).toEqual([]);
  });
});

describe("the preview of an adoption", () => {
  const wanting = (change: JsonObject) => normalizeInputs(args({ adopt: true, ...change }));

  it("lists what changes field by field, without values that may be secret", async () => {
    const found = answer({ code_text: "s3cret", envs: { TOKEN: "s3cret" }, dependencies: "s3cret", timeout: 5 });
    const wanted = wanting({ envs: { TOKEN: "n3w" }, dependencies: "n3w", description: "mine" });
    const preview = await createHandler({ reads: [found] }).handler.adoption(wanted);
    expect(preview?.failures).toEqual([]);
    expect([...(preview?.changes ?? [])].sort()).toEqual([
      "code: changes",
      "dependencies: changes",
      'description: "" → "mine"',
      "envs.TOKEN: changes",
      "timeout: 5 → 30",
    ]);
  });

  it("lists values that are not known yet", async () => {
    const wanted = wanting({ timeout: new Unknown(), envs: { A: new Unknown() } });
    const preview = await createHandler({ reads: [answer()] }).handler.adoption(wanted);
    expect(preview?.changes).toEqual(["timeout: 30 → known later", "envs.A: is set"]);
  });

  it("leaves out what is not declared or already equal", async () => {
    const { handler } = createHandler({ reads: [answer({ description: "theirs", envs: { A: "1" } })] });
    expect(await handler.adoption(wanting({}))).toEqual({ failures: [], changes: [] });
  });

  it("fails if the function does not exist", async () => {
    expect(await createHandler({ reads: [missing] }).handler.adoption(inputs)).toEqual({
      failures: [{ property: "adopt", reason: notThere.replace("adopt: ", "") }],
      changes: [],
    });
  });

  it("fails if the runtime differs", async () => {
    const preview = await createHandler({ reads: [{ ...ours, runtime: "go2" }] }).handler.adoption(inputs);
    expect(preview?.failures).toMatchObject([
      { property: "runtime", reason: expect.stringContaining('"go2"') as string },
    ]);
  });

  it("passes the error of a failed GET on to its caller", async () => {
    expect(await captureError(Promise.resolve(createHandler({ reads: [busy] }).handler.adoption(inputs)))).toBe(busy);
  });

  it.each<[string, object]>([
    ["does not adopt", { ...declared }],
    ["has a name that is not known yet", wanting({ name: new Unknown() })],
    ["has a project that is not known yet", wanting({ projectId: new Unknown() })],
  ])("sends no request for a resource that %s", async (_, wanted) => {
    const { handler, looks } = createHandler({});
    expect(await handler.adoption(wanted as typeof inputs)).toBeUndefined();
    expect(looks()).toBe(0);
  });

  it("sends no request for a function that this run deletes to replace it", async () => {
    const { handler, looks } = createHandler({});
    handler.claims.markDeleted(id);
    expect(await handler.adoption(inputs)).toBeUndefined();
    expect(looks()).toBe(0);
  });
});
