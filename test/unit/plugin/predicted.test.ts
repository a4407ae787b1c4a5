import { Unknown } from "../../../provider/core/unknown";
import { predictOutputs } from "../../../provider/hosts/plugin/predicted-outputs";
import { traits as ofFunction } from "../../../provider/resources/cloud-function/traits";
import { traits as ofSnapshot } from "../../../provider/resources/snapshot-attributes/traits";
import { traits as ofGroup } from "../../../provider/resources/origin-group/traits";

const unknown = expect.any(Unknown) as unknown;

it("the outputs of a new group that the platform returns are unknown", () => {
  const inputs = { name: "a", useNext: true, sources: [{ source: "a" }] };
  expect(predictOutputs(inputs, ofGroup)).toEqual({
    ...inputs,
    originGroupId: unknown,
    authType: unknown,
    hasRelatedResources: unknown,
    adopted: unknown,
  });
});

it("the ID of an adopted group is known", () => {
  expect(predictOutputs({ name: "a", originGroupId: 7 }, ofGroup)).toMatchObject({ originGroupId: 7 });
});

it("outputs that an update does not change stay known", () => {
  const before = {
    inputs: { name: "a", useNext: false },
    outputs: {
      name: "a",
      useNext: false,
      originGroupId: 7,
      authType: "none",
      hasRelatedResources: true,
      adopted: false,
    },
  };
  expect(predictOutputs({ name: "a", useNext: true }, ofGroup, before)).toEqual({ ...before.outputs, useNext: true });
});

it.each([
  ["another timeout of the resource itself", { lockTimeoutSeconds: 5 }, []],
  ["other tags", { tags: { a: "1" } }, ["allTags", "updatedAt", "restorePoint"]],
  ["a name", { name: "new" }, ["managesName", "updatedAt", "restorePoint"]],
])("the unknown outputs of a snapshot after a change: %s", (_, change, expected) => {
  const outputs = {
    name: "found",
    managesName: false,
    allTags: [],
    updatedAt: "t",
    restorePoint: {},
    status: "available",
  };
  const inputs = { snapshotId: "s", lockTimeoutSeconds: 600 };
  const predicted = predictOutputs({ ...inputs, ...change }, ofSnapshot, { inputs, outputs });
  const unknowns = Object.keys(outputs).filter((key) => predicted[key] instanceof Unknown);
  expect(unknowns.sort()).toEqual(expected.sort());
});

it("a change of a function may change its status, but not its address", () => {
  const before = { inputs: { code: "a" }, outputs: { code: "a", status: "ACTIVE", endpoint: "https://f" } };
  expect(predictOutputs({ code: "b" }, ofFunction, before)).toMatchObject({ status: unknown, endpoint: "https://f" });
});
