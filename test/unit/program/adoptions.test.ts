import * as pulumi from "@pulumi/pulumi";
import { adoptionsIn, adoptionsKey } from "../../../provider/core/adoptions";
import { withAdoptions } from "../../../provider/program/adoptions";
import type { JsonObject } from "../../../provider/json";

const traits = { returned: [], computed: {}, replacedBy: [], adoptedBy: ["adopt", "name"] };
const told = async (args: JsonObject) => adoptionsIn({ [adoptionsKey]: await args[adoptionsKey] });

/** Registers resources of the same run, as their classes do. */
const runOf = () => {
  const stack = {};
  jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(stack as never);
  return (args: JsonObject, opts: pulumi.CustomResourceOptions = {}, type = "thing") =>
    withAdoptions(type, args, traits, opts);
};

afterEach(() => jest.restoreAllMocks());

it("each resource tells what the others adopt, also those that are declared after it", async () => {
  const register = runOf();
  const first = register({ name: "new" });
  const second = register({ name: "aa", adopt: true, size: 7 });
  expect(await told(first)).toEqual([{ name: "aa", adopt: true }]);
  expect(await told(second)).toEqual([]);
});

it.each<[string, JsonObject, pulumi.CustomResourceOptions, string?]>([
  ["one that adopts nothing", { name: "aa", adopt: false }, {}],
  ["one whose place is not a plain value yet", { name: Promise.resolve("aa"), adopt: true }, {}],
  ["one of another type", { name: "aa", adopt: true }, {}, "other"],
  ["one of another provider", { name: "aa", adopt: true }, { provider: {} as pulumi.ProviderResource }],
  ["one that is only read", { name: "aa", adopt: true }, { id: "7" }],
])("nothing is told of %s", async (_, args, opts, type) => {
  const register = runOf();
  const first = register({ name: "new" });
  register(args, opts, type);
  expect(await told(first)).toEqual([]);
});

it("runs know nothing of each other, and nothing is told outside of a run", async () => {
  const before = runOf();
  before({ name: "aa", adopt: true });
  expect(await told(runOf()({ name: "new" }))).toEqual([]);
  jest.restoreAllMocks();
  expect(withAdoptions("thing", { name: "new" }, traits, {})).toEqual({ name: "new" });
});
