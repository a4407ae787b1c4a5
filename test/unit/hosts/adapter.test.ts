import { Claims } from "../../../provider/core/claims";
import { ignoredKey, originKey } from "../../../provider/core/hidden-properties";
import type { JsonObject } from "../../../provider/values/json";
import type { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import {
  adapterOf,
  apart,
  handBack,
  literal,
  markSecret,
  rejection,
  sentinel,
  stored,
  together,
  type Stub,
} from "./things";
import { Unknown } from "../../../provider/core/tree";

const context: unknown = expect.objectContaining({ claims: expect.any(Claims) as unknown });

const olds = { ...literal, ...stored };
const renamed = { ...literal, name: "b" };
const create = jest.fn(() => ({ id: "7", state: {} }));
const unchanged = { diff: jest.fn(() => ({ changes: false })) };

describe("what the handler receives has no literal, secrets in place and marked unknowns", () => {
  const later = { later: [sentinel] };
  const unknown = { later: [new Unknown()] };
  it.each<[string, (adapter: DynamicProvider) => Promise<unknown>, unknown[]]>([
    ["check", (adapter) => adapter.check({}, { ...literal, ...apart }), [together]],
    ["create", (adapter) => adapter.create({ ...literal, ...apart, ...later }), [{ ...together, ...unknown }, context]],
    ["diff", (adapter) => adapter.diff("7", olds, renamed), ["7", together, { name: "b" }]],
    ["read", (adapter) => adapter.read("7", olds), ["7", together]],
    ["update", (adapter) => adapter.update("7", olds, renamed), ["7", together, { name: "b" }, context]],
    ["delete", (adapter) => adapter.delete("7", olds), ["7", together, context]],
  ])("in %s", async (verb, operate, seen) => {
    const { adapter, handler } = await adapterOf({ ...unchanged, update: jest.fn(() => ({})), create });
    await operate(adapter);
    expect(handler[verb as keyof Stub]).toHaveBeenCalledWith(...seen);
  });
});

describe("what the host receives", () => {
  const state = { ...together, gone: undefined, list: [{ none: undefined, later: new Unknown() }] };
  const outputs = { ...stored, __private: markSecret(stored.__private), list: [{ later: sentinel }] };

  it("from create and update: plain JSON, secrets apart, no undefined, no literal", async () => {
    const create = jest.fn(() => ({ id: "7", state }));
    const { adapter } = await adapterOf({ create, update: jest.fn(() => Promise.resolve(state)) });
    expect(await adapter.create({ ...literal, ...apart })).toStrictEqual({ id: "7", outs: outputs });
    expect(await adapter.update("7", {}, { ...literal, ...apart })).toStrictEqual({ outs: outputs });
  });

  it("from diff: other keys or other marks are a change, even if no value is", async () => {
    const { adapter } = await adapterOf(unchanged);
    const later = { name: "a", items: { "at [0]": apart.items.x } };
    expect((await adapter.diff("7", olds, { ...literal, ...later })).changes).toBeUndefined();
    const marked = { ...literal, ...apart, __secrets: { name: true } };
    expect((await adapter.diff("7", olds, marked)).changes).toBeUndefined();
    expect((await adapter.diff("7", olds, { ...literal, ...apart })).changes).toBe(false);
  });

  it("from diff: a state of another host is a change, since it has no literal text yet", async () => {
    const { adapter } = await adapterOf(unchanged);
    expect((await adapter.diff("7", apart, { ...literal, ...apart })).changes).toBeUndefined();
  });

  it("from read: outputs and inputs, under the keys of the state", async () => {
    const { adapter } = await adapterOf({ read: jest.fn(() => ({ state, inputs: { ...together, none: undefined } })) });
    const underPosition = <Tree extends { items: { x: object } }>(tree: Tree) => ({
      ...tree,
      items: { "at [0]": tree.items.x },
    });
    const __private = { credentials: underPosition(stored.__private.credentials) };
    const olds = { ...literal, ...underPosition(stored), __private };
    expect(await adapter.read("7", olds)).toStrictEqual({
      id: "7",
      props: { ...underPosition(outputs), __private: markSecret(__private) },
      inputs: underPosition({ name: "a", items: { x: { box: { label: "x", secretKey: markSecret("credential") } } } }),
    });
  });

  it("from read: no inputs for `.get`, nor for a refresh of what it has read", async () => {
    const { adapter } = await adapterOf({ read: jest.fn(() => ({ state, inputs: together })) });
    const read = await adapter.read("7", literal);
    expect(read).toMatchObject({ id: "7", inputs: {}, props: { name: "a" } });
    expect(await adapter.read("7", { ...literal, ...handBack(read.props as JsonObject) })).toStrictEqual(read);
  });

  it("from read: {} for a missing object, an error for `.get`", async () => {
    const { adapter } = await adapterOf();
    expect(await adapter.read("7", { ...literal, name: "a" })).toStrictEqual({});
    expect((await rejection(adapter.read("7", literal))).message).toBe(
      "reading thing: the platform has no thing with the ID 7. Correct the ID, or use the key of the account that has it",
    );
    expect((await rejection(adapter.read("7"))).message).toContain("no thing with the ID 7");
  });

  const replaces = { replaces: ["name"] };
  it.each([
    [{ changes: false }, { changes: false }],
    [{ changes: true }, { changes: undefined }],
    [{ changes: false, unfinished: undefined }, { changes: false }],
    [{ changes: true, unfinished: "waits first" }, { changes: undefined }],
    [
      { changes: true, ...replaces },
      { changes: undefined, ...replaces },
    ],
    [
      { changes: true, ...replaces, deletesLast: true },
      { changes: undefined, ...replaces, deleteBeforeReplace: false },
    ],
  ])(
    "from diff: deleteBeforeReplace unless asked otherwise, never `changes: true` for a change of inputs: %j",
    async (difference, answered) => {
      const { adapter } = await adapterOf({ diff: jest.fn(() => difference) });
      expect(await adapter.diff("7", literal, {})).toStrictEqual({ deleteBeforeReplace: true, ...answered });
    },
  );

  it.each<[string, JsonObject, JsonObject, boolean]>([
    ["null in place of nothing", {}, { none: null }, false],
    ["null in an object, in a list", { list: [{ a: 1 }] }, { list: [{ a: 1, b: null }] }, false],
    ["no input", { a: 1, b: 2 }, { b: 2, a: 1 }, false],
    ["a secret", { box: { key: "old" } }, { box: { key: "new" } }, true],
    ["null in a list", { list: [1] }, { list: [1, null] }, true],
    ["null in place of a value", { a: 1 }, { a: null }, true],
    ["an empty object", {}, { a: {} }, true],
  ])("from diff: names what the engine would not show: %s", async (_, before, after, isShown) => {
    for (const [replaces, said] of [
      [undefined, "is updated, although Pulumi shows no difference (a: changes, b: is set)"],
      [["name"], "is replaced, although Pulumi shows no difference (name)"],
    ] as const) {
      const { adapter, noticed } = await adapterOf({
        diff: jest.fn(() => ({ changes: true, fields: ["a: changes", "b: is set"], replaces })),
      });
      const known = { ...literal, name: "a" };
      const checked = await adapter.check({ ...known, ...before }, { ...known, ...after });
      const news = { ...(checked.inputs as JsonObject), ...literal };
      const answered = await adapter.diff("7", { ...known, other: 1 }, news);
      expect(answered.changes).toBe(isShown ? undefined : true);
      expect(noticed).toEqual(isShown ? [] : [`thing "a": ${said}`]);
    }
  });

  it("from diff: `changes: true` for an unfinished operation, even if the state has another form", async () => {
    const { adapter } = await adapterOf({ diff: jest.fn(() => ({ changes: false, unfinished: "is sent again" })) });
    const args = { ...literal, name: "a" };
    const { inputs } = (await adapter.check(args, args)) as { inputs: JsonObject };
    const state = { ...args, __secrets: { name: true } };
    expect((await adapter.diff("7", state, { ...inputs, ...literal })).changes).toBe(true);
  });

  it("from diff: `changes: true` and a notice if only the last operation is unfinished", async () => {
    const waiting = jest.fn(() => ({ changes: false, unfinished: "waits first" }));
    const { adapter, noticed } = await adapterOf({ diff: waiting });
    const args = { ...literal, name: "a" };
    const answered = { changes: true, deleteBeforeReplace: true };
    // A refresh compares without a check before.
    expect(await adapter.diff("7", literal, args)).toStrictEqual(answered);
    const { inputs } = (await adapter.check(args, args)) as { inputs: JsonObject };
    expect(await adapter.diff("7", args, { ...inputs, ...literal })).toStrictEqual(answered);
    expect(noticed).toEqual(['thing "a", at the next `pulumi up`: waits first', 'thing "a": waits first']);
  });
});

it("`null` in a state counts as absent", async () => {
  const { adapter, handler } = await adapterOf();
  await adapter.delete("7", { ...literal, name: "a", size: null });
  expect(handler.delete).toHaveBeenCalledWith("7", { name: "a" }, context);
});

describe("check", () => {
  it("limits the number of failures, in texts that the engine can print", async () => {
    const reason = "is <{%wrong%}>";
    const failures = Array.from({ length: 150 }, (_, index) => ({ property: `a${index}\ud800`, reason }));
    const { adapter } = await adapterOf({ check: jest.fn(() => ({ inputs: {}, failures })) });
    const { failures: told } = await adapter.check({}, {});
    expect(told).toHaveLength(101);
    expect(told?.[0]).toEqual({ property: "", reason: "a0\ufffd is <{ %wrong%}>" });
    expect(told?.at(-1)).toEqual({ property: "", reason: "and 50 more" });
  });

  it("returns normalized inputs, with unknowns as the sentinel", async () => {
    const { adapter } = await adapterOf({
      check: jest.fn((inputs: JsonObject) => ({ inputs: { ...inputs, filled: true, none: undefined }, failures: [] })),
    });
    expect(await adapter.check({ name: "a" }, { ...literal, ...apart, later: sentinel })).toStrictEqual({
      inputs: { ...apart, later: sentinel, filled: true },
      failures: [],
    });
  });

  it("hides the program's other properties from handlers and state", async () => {
    const { adapter, handler } = await adapterOf();
    const origin = { urn: "urn:pulumi:dev::test::some:Thing::a", isPreview: false };
    const told = { ...literal, [originKey]: origin, [ignoredKey]: ['items["x"].box.label'], ...apart };
    expect(await adapter.check({ name: "a" }, told)).toStrictEqual({ inputs: apart, failures: [] });
    expect(handler.check.mock.calls).toEqual([[together]]);
  });

  it("returns failures with an empty property, and unchanged inputs", async () => {
    const failures = ["items[0].box.secretKey", "name"].map((property) => ({ property, reason: "is required" }));
    const { adapter } = await adapterOf({ check: jest.fn(() => ({ inputs: {}, failures })) });
    const told = failures.map(({ property }) => ({ property: "", reason: `${property} is required` }));
    const inputs = { ...literal, ...apart };
    expect(await adapter.check({}, inputs)).toStrictEqual({ inputs, failures: told });
  });
});
