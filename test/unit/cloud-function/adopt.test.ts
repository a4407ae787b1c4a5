import type { JsonObject } from "../../../provider/values/json";
import { answer, args, checkInputs, computedOutputs, id, markStarted, unconfirmed } from "./functions";
import {
  busy,
  captureError,
  captureKept,
  captureUnkept,
  claim,
  createHandler,
  finished,
  lost,
  missing,
  taskFailed,
  turnInto,
} from "./platform";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import { Unknown } from "../../../provider/core/tree";

const declared = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const inputs = { ...declared, adopt: true };
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs" });
const created = { ...declared, ...computedOutputs, claim };
const adopted = { ...created, adopted: true };
const notThere =
  'is true, but the namespace "images" of project 12, region 7 has no function "resize"; correct the name, or ' +
  "leave adopt out to create the function";

describe("a creation that adopts", () => {
  it("updates the existing function to what is declared, and creates none", async () => {
    const { handler, sent } = createHandler({ reads: turnInto(theirs, ours), patches: [["t-1"]], tasks: finished });
    expect(await handler.create(inputs)).toStrictEqual({ id, state: adopted });
    expect(sent).toEqual([{ verb: "patches", body: { description: "mine" } }]);
  });

  it.each<[string, object, object, object]>([
    ["is as declared", {}, {}, {}],
    ["is as declared, with onDestroy", {}, { onDestroy: "delete" }, { onDestroy: "delete" }],
    ["has no runtime that the platform reports", { runtime: null }, {}, {}],
  ])("sends nothing if the function %s", async (_, seen, change, known) => {
    const { handler, sent } = createHandler({ reads: [{ ...ours, ...seen }] });
    expect((await handler.create({ ...inputs, ...change })).state).toStrictEqual({ ...adopted, ...known });
    expect(sent).toEqual([]);
  });

  it("fails if the function does not exist, and saves no state", async () => {
    const { handler, sent } = createHandler({ reads: [missing] });
    expect((await captureUnkept(handler.create(inputs))).message).toBe(`adopt ${notThere}`);
    expect(sent).toEqual([]);
  });

  it("fails if the runtime differs, which cannot change in place, and saves no state", async () => {
    const { handler, sent } = createHandler({ reads: [{ ...theirs, runtime: "python3.9" }] });
    expect(await captureUnkept(handler.create(inputs))).toMatchObject({
      name: "ConflictError",
      message:
        'runtime is "go1.16.6", but the existing function has "python3.9", which cannot change in place; declare that ' +
        "one to adopt the function",
    });
    expect(sent).toEqual([]);
  });

  it("saves the function if its change is still running, and a destroy does not delete it", async () => {
    const { handler } = createHandler({ reads: [theirs], patches: [["t-1"]], tasks: { "t-1": ["RUNNING"] } });
    const { state } = await captureKept(handler.create(inputs));
    const operation = { kind: "update", tasks: ["t-1"] };
    expect(state).toStrictEqual({ ...adopted, description: "theirs", operation });
    const next = createHandler({ reads: [theirs], tasks: { "t-1": ["RUNNING"] } });
    await next.handler.delete(id, state);
    expect(next.sent).toEqual([]);
  });

  it("is sent again as a whole by the next update if its change gets no answer", async () => {
    const { state: kept } = await captureKept(
      createHandler({ reads: [theirs], patches: [lost] }).handler.create(inputs),
    );
    expect(kept).toMatchObject({ adopted: true, claim, operation: { kind: "update", unconfirmed: true } });
    const next = createHandler({ reads: [ours], patches: [["t-1"]], tasks: finished });
    expect(await next.handler.update(id, kept, inputs)).toStrictEqual({ ...adopted, claim: kept.claim });
    expect(next.sent).toMatchObject([{ verb: "patches", body: { description: "mine", code_text: ours.code_text } }]);
  });

  it("creates a function that this run has deleted to replace it", async () => {
    const { handler, sent } = createHandler({ creates: [["t-1"]], reads: [missing, ours], tasks: finished });
    handler.claims.deleted.add(id);
    expect((await handler.create(inputs)).state).toStrictEqual(created);
    expect(sent).toEqual([{ verb: "creates", body: functionKind.toCreateBody(declared) }]);
    expect(handler.noticed).toEqual([]);
  });

  it("finds a function that an interrupted replacement has created", async () => {
    const { handler, sent } = createHandler({ reads: [ours] });
    handler.claims.deleted.add(id);
    expect((await handler.create(inputs)).state).toMatchObject({ adopted: true });
    expect([sent, handler.noticed]).toEqual([[], []]);
  });
});

describe("an update that adopts", () => {
  it.each([
    ["with an unknown outcome", unconfirmed(declared)],
    ["whose task never ends", markStarted(declared, "t-1")],
  ])("takes over any function after a creation %s", async (_, before) => {
    const tasks = { ...finished, "t-1": ["RUNNING"] };
    const { handler, verbs, polls } = createHandler({ reads: turnInto(theirs, ours), patches: [["t-2"]], tasks });
    expect(await handler.update(id, before, inputs)).toStrictEqual(adopted);
    expect([verbs(), polls]).toEqual([["patches"], ["t-2"]]);
  });

  it.each([
    ["got no answer", unconfirmed(declared)],
    ["has failed since", markStarted(declared, "t-1")],
  ])("creates the function if there is none, because the creation that %s was its own", async (_, before) => {
    const tasks = { ...finished, "t-1": [taskFailed("no space")] };
    const { handler, sent } = createHandler({ reads: turnInto(missing, ours), creates: [["t-2"]], tasks });
    expect(await handler.update(id, before, inputs)).toStrictEqual(created);
    expect(sent).toEqual([{ verb: "creates", body: functionKind.toCreateBody(declared) }]);
  });

  it("waits for a creation that is still running, and is not visible yet", async () => {
    const tasks = { "t-1": ["RUNNING", "FINISHED"] };
    const { handler, sent } = createHandler({ reads: [missing, ours], tasks });
    expect(await handler.update(id, markStarted(declared, "t-1"), inputs)).toStrictEqual(created);
    expect(sent).toEqual([]);
  });
});

describe("the preview of an adoption", () => {
  const wanting = (change: JsonObject) => functionKind.check(args({ adopt: true, ...change }), {}).inputs;

  it("lists what changes field by field, without values that may be secret", async () => {
    const found = answer({ code_text: "s3cret", envs: { TOKEN: "s3cret" }, dependencies: "s3cret", timeout: 5 });
    const wanted = wanting({ envs: { TOKEN: "n3w" }, dependencies: "n3w", description: "mine" });
    const preview = await createHandler({ reads: [found] }).handler.adoption(wanted);
    expect(preview?.failures).toEqual([]);
    const secret = ["code: changes", "dependencies: changes"];
    const changes = [...secret, 'description: "" → "mine"', "envs.TOKEN: changes", "timeout: 5 → 30"];
    expect([...(preview?.changes ?? [])].sort()).toEqual(changes);
  });

  it("lists values that are not known yet, and leaves out what is not declared or already equal", async () => {
    const { handler } = createHandler({ reads: [answer({ description: "theirs", envs: { B: "1" } })] });
    const later = await handler.adoption(wanting({ timeout: new Unknown(), envs: { A: new Unknown(), B: "1" } }));
    expect(later?.changes).toEqual(["timeout: 30 → known later", "envs.A: is set"]);
    expect(await handler.adoption(wanting({}))).toEqual({ failures: [], changes: [] });
  });

  it("fails if the function does not exist, or its runtime differs, or it cannot be read", async () => {
    const failures = [{ property: "adopt", reason: notThere }];
    expect(await createHandler({ reads: [missing] }).handler.adoption(inputs)).toEqual({ failures, changes: [] });
    const other = await createHandler({ reads: [{ ...ours, runtime: "go2" }] }).handler.adoption(inputs);
    expect(other?.failures).toMatchObject([
      { property: "runtime", reason: expect.stringContaining('"go2"') as string },
    ]);
    expect(await captureError(createHandler({ reads: [busy] }).handler.adoption(inputs))).toBe(busy);
  });

  it.each<[string, object, boolean?]>([
    ["a resource that does not adopt", declared],
    ["a resource that may not adopt", { ...inputs, adopt: new Unknown() }],
    ["a name that is not known yet", wanting({ name: new Unknown() })],
    ["a project that is not known yet", wanting({ projectId: new Unknown() })],
    ["a function that this run deletes to replace it", inputs, true],
  ])("sends no request for %s", async (_, wanted, isDeleted = false) => {
    const { handler, looks } = createHandler({});
    if (isDeleted) {
      handler.claims.deleted.add(id);
    }
    expect(await handler.adoption(wanted as typeof inputs)).toBeUndefined();
    expect(looks()).toBe(0);
  });
});
