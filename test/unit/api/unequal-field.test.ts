import { findUnequalField } from "../../../provider/api/calls/unequal-field";

const known = { id: 7, name: "a", path: "", auth: null, sources: [{ config: { s3_region: "x" }, backup: false }] };

describe("a field that another answer does not have with the same value", () => {
  it.each<[string, unknown, string | undefined]>([
    ["nothing if they are equal", known, undefined],
    ["nothing for more fields", { ...known, more: 1 }, undefined],
    ["nothing for what is empty in both", { ...known, path: undefined, auth: {} }, undefined],
    ["nothing for what is not known", { ...known, path: "/deep" }, undefined],
    ["a missing field", { ...known, name: undefined }, "name"],
    ["another value", { ...known, name: "b" }, "name"],
    ["another type", { ...known, id: "7" }, "id"],
    ["a shortened text", { ...known, name: "" }, "name"],
    ["an empty list", { ...known, sources: [] }, "sources"],
    ["a shortened list", { ...known, sources: [...known.sources, {}] }, "sources"],
    ["a field of an entry", { ...known, sources: [{ config: { s3_region: "x" } }] }, "sources[0].backup"],
    [
      "a field below one",
      { ...known, sources: [{ config: { s3_region: "y" }, backup: false }] },
      "sources[0].config.s3_region",
    ],
  ])("is found: %s", (_, other, unequal) => {
    expect(findUnequalField(known, other)).toBe(unequal);
  });
});
