import * as pulumi from "@pulumi/pulumi";
import { parseAdoptionArgs, readAdoptions, type Adoptions } from "../../../provider/core/adoptions";
import { adoptionsKey } from "../../../provider/core/hidden-properties";
import { withAdoptions } from "../../../provider/program/adoptions";
import type { JsonObject } from "../../../provider/values/json";

const traits = { returned: [], computed: {}, replacedBy: [], adoptedBy: ["adopt", "name"] };

const told = async (args: JsonObject) => readAdoptions({ [adoptionsKey]: await args[adoptionsKey] });
const allOf = async (args: JsonObject) => parseAdoptionArgs((await told(args)) ?? { all: "[]" });

/** Registers resources of the same run, as their classes do. */
const runOf = () => {
  const stack = {};
  jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(stack as never);
  return (args: JsonObject, opts: pulumi.CustomResourceOptions = {}, kind = "Thing") =>
    withAdoptions(kind, args, traits, opts);
};

afterEach(() => jest.restoreAllMocks());

it("each resource passes on all adoptions, also of later resources", async () => {
  const register = runOf();
  const first = register({ name: "new" });
  const second = register({ name: "aa", adopt: true, size: 7 });
  const all = JSON.stringify([{ name: "aa", adopt: true }]);
  expect([await told(first), await told(second)]).toEqual([{ all }, { own: 0, all }]);
});

it.each<[string, JsonObject, pulumi.CustomResourceOptions]>([
  ["a plain value", { name: "aa", adopt: true }, {}],
  [
    "an output that waits for nothing",
    { name: pulumi.output("a").apply((a) => `${a}a`), adopt: pulumi.output(true) },
    {},
  ],
  ["that of another provider", { name: "aa", adopt: true }, { provider: {} as pulumi.ProviderResource }],
])("passes on adoptions: %s", async (_, args, opts) => {
  const register = runOf();
  const first = register({ name: "new" });
  register(args, opts);
  expect(await allOf(first)).toEqual([{ name: "aa", adopt: true }]);
});

const failing = Promise.reject(new Error("no"));

// As the registration of the resource does.
failing.catch(() => undefined);

it.each<[string, () => unknown]>([
  ["an output", () => pulumi.output(new Promise(() => undefined))],
  ["a promise", () => new Promise(() => undefined)],
  ["a promise that fails", () => failing],
])("passes on late values as unknown without waiting: %s", async (_, name) => {
  const register = runOf();
  const first = register({ name: "new" });
  register({ name: name(), adopt: true });
  expect(await allOf(first)).toEqual([undefined]);
});

it("waits no longer for many unknown adoptions than for one", async () => {
  const register = runOf();
  const pending = () => ({ name: new Promise(() => undefined), adopt: true });
  const registered = Array.from({ length: 20 }, () => register(pending()));
  const turns = jest.spyOn(global, "setImmediate");
  const found = await Promise.all(registered.map(allOf));
  expect(found.map((all) => all.length)).toEqual(registered.map(() => 20));
  expect(turns.mock.calls.length).toBeLessThanOrEqual(registered.length);
});

it("passes on unknown values of a preview as unknown", async () => {
  const unknown = pulumi.output("aa");
  Object.assign(unknown, { isKnown: Promise.resolve(false) });
  const register = runOf();
  expect(await allOf(register({ name: unknown, adopt: true }))).toEqual([undefined]);
});

it("passes on known values without those that are undefined", async () => {
  const register = runOf();
  expect(await allOf(register({ name: "aa", adopt: pulumi.output(undefined) }))).toEqual([{ name: "aa" }]);
});

it("a secret name stays secret", async () => {
  const register = runOf();
  const first = register({ name: "new" });
  register({ name: pulumi.secret("aa"), adopt: true });
  const { all } = (await first[adoptionsKey]) as Adoptions;
  expect(await pulumi.isSecret(all as unknown as pulumi.Output<string>)).toBe(true);
});

it.each<[string, JsonObject, pulumi.CustomResourceOptions, string]>([
  ["one that adopts nothing", { name: "aa", adopt: false }, {}, "Thing"],
  ["one of another kind", { name: "aa", adopt: true }, {}, "Other"],
  ["one that is only read", { name: "aa", adopt: true }, { id: "7" }, "Thing"],
])("passes on nothing for %s", async (_, args, opts, kind) => {
  const register = runOf();
  const first = register({ name: "new" });
  register(args, opts, kind);
  expect(await told(first)).toBeUndefined();
});

it("runs are independent, and nothing is passed on outside of a run", async () => {
  const before = runOf();
  before({ name: "aa", adopt: true });
  expect(await told(runOf()({ name: "new" }))).toBeUndefined();
  jest.restoreAllMocks();
  expect(withAdoptions("Thing", { name: "new" }, traits, {})).toEqual({ name: "new" });
});
