import { findMissingField } from "../../../provider/api/calls/missing-field";

const full = { id: 7, name: "a", path: "", auth: null, sources: [{ config: { s3_region: "x" }, backup: false }] };

describe("a field that another answer lacks", () => {
  it.each<[string, unknown, string | undefined]>([
    ["nothing if they are equal", full, undefined],
    ["nothing if only values differ", { ...full, name: "b", id: 0 }, undefined],
    ["nothing for more fields", { ...full, more: 1 }, undefined],
    ["nothing for what is empty in both", { ...full, path: undefined, auth: {} }, undefined],
    ["nothing for another number of entries", { ...full, sources: [...full.sources, {}] }, undefined],
    ["a field", { ...full, name: undefined }, "name"],
    ["an empty text", { ...full, name: "" }, "name"],
    ["an empty list", { ...full, sources: [] }, "sources"],
    ["a field of an entry", { ...full, sources: [{ config: { s3_region: "x" } }] }, "sources[0].backup"],
    [
      "a field below one",
      { ...full, sources: [{ config: { other: 1 }, backup: true }] },
      "sources[0].config.s3_region",
    ],
  ])("is found: %s", (_, other, missing) => {
    expect(findMissingField(full, other)).toBe(missing);
  });
});
