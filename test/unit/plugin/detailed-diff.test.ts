import type { JsonObject } from "../../../provider/values/json";
import { computeDetailedDiff } from "../../../provider/hosts/plugin/detailed-diff";
import { traits } from "../../../provider/resources/origin-group/traits";

const host = (source: string, rest: object = {}) => ({ source, backup: false, ...rest });
const bucket = (s3BucketName: string, rest: object = {}) => ({ originType: "s3", config: { s3BucketName, ...rest } });
const app = (appId: string) => ({ originType: "edgeapp", config: { appId } });

const [a, b, c] = [host("a"), host("b"), host("c")];

it.each<[string, unknown, unknown, object]>([
  ["nothing changes", [a, b], [a, b], {}],
  ["one is put in front", [a, b], [c, a, b], { "sources[0]": "add" }],
  ["one is put in between", [a, b], [a, c, b], { "sources[1]": "add" }],
  ["one is put at the end", [a, b], [a, b, c], { "sources[2]": "add" }],
  ["the first is removed", [a, b, c], [b, c], { "sources[0]": "delete" }],
  ["the last is removed", [a, b, c], [a, b], { "sources[2]": "delete" }],
  ["one changes in its place", [a, b], [a, host("b", { backup: true })], { "sources[1].backup": "update" }],
  ["one gets a field", [a], [host("a", { enabled: true })], { "sources[0].enabled": "add" }],
  ["one loses a field", [host("a", { enabled: true })], [a], { "sources[0].enabled": "delete" }],
  ["one is replaced by another in its place", [a, b], [a, c], { "sources[1].source": "update" }],
  [
    "one moves because of another, and changes",
    [a, b],
    [c, host("a", { backup: true }), b],
    { "sources[0].source": "update", "sources[1]": "add" },
  ],
  ["two swap places", [a, b], [b, a], { "sources[0]": "delete", "sources[1]": "add" }],
  [
    "a bucket is identified by its name",
    [bucket("x", { s3Region: "r" }), a],
    [a, bucket("x", { s3Region: "r" })],
    { "sources[0]": "delete", "sources[1]": "add" },
  ],
  ["a bucket's key is rotated", [bucket("x", { k: 1 })], [bucket("x", { k: 2 })], { "sources[0].config.k": "update" }],
  ["an application is identified by its ID", [app("1"), app("2")], [app("2")], { "sources[0]": "delete" }],
  ["all are removed", [a], undefined, { sources: "delete" }],
  ["all are new", undefined, [a], { sources: "add" }],
  ["there is one more of the same name", [a], [a, a], { "sources[1]": "add" }],
  ["entries without a name are compared by position", [{}, { backup: true }], [{}], { "sources[1]": "delete" }],
])("sources: %s", (_, before, after, expected) => {
  const inputs = (sources: unknown): JsonObject => (sources === undefined ? {} : { sources });
  expect(Object.fromEntries(computeDetailedDiff(inputs(before), inputs(after), traits))).toEqual(expected);
});

it.each<[string, JsonObject, JsonObject, object]>([
  ["a field", { useNext: true }, { useNext: false }, { useNext: "update" }],
  ["one of a set of enum values", { cases: ["a", "c"] }, { cases: ["a", "b", "c"] }, { "cases[1]": "add" }],
  ["a key that is not a plain name", { envs: { "a.b": "1" } }, { envs: { "a.b": "2" } }, { 'envs["a.b"]': "update" }],
  ["a key with a backslash", { tags: { "a\\b": "1" } }, { tags: { "a\\b": "2" } }, { 'tags["a\\b"]': "update" }],
  ["a key that every object inherits", { tags: {} }, { tags: { constructor: "1" } }, { "tags.constructor": "add" }],
  ["another type", { path: "/x" }, { path: ["/x"] }, { path: "update" }],
])("other properties: %s", (_, before, after, expected) => {
  expect(Object.fromEntries(computeDetailedDiff(before, after, traits))).toEqual(expected);
});

it("two lists of 20,000 entries differ in each of them", () => {
  const long = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => host(`${prefix}${index}`));
  expect(computeDetailedDiff({ sources: long("a") }, { sources: long("b") }, traits).size).toBe(20_000);
});
