import { ConfigError } from "../../../provider/config/config";
import type { JsonObject } from "../../../provider/values/json";
import { checkSnapshotAttributes } from "../../../provider/resources/snapshot-attributes/schema";
import { SnapshotAttributesHandler } from "../../../provider/resources/snapshot-attributes/handler";
import { args, createConnection, snapshotId } from "./snapshots";
import { failureOf } from "../core/failure";
import { Unknown } from "../../../provider/core/tree";

/** What is refused, and arguments to which that applies. */
type Row = [property: string, reason: string, ...args: JsonObject[]];

const failuresOf = (values: JsonObject) => checkSnapshotAttributes(values, {}).failures;
const of = (key: string, ...values: unknown[]) => values.map((value) => args({ [key]: value }));
const tags = (values: JsonObject) => args({ tags: values });
const team = (...values: unknown[]) => values.map((value) => tags({ team: value }));

const uuid = "must be a version 4 UUID: 8-4-4-4-12 hexadecimal digits";
const nameRule =
  "must be 3 to 63 Latin letters, digits, spaces, dots, underscores, dashes and backslashes, begin with a letter or " +
  "digit, and not end with a space, dash or backslash";
const noNames = [
  ...["", "ab", "n".repeat(64), " abc", "-abc", "_abc", "abc "],
  ...["abc-", "abc\\", "a/b", "näme", "a\nb", "abc\n"],
];
const missing = (key: string, variable: string) =>
  `is required: give it here, or for the whole connection with \`pulumi config set edgecloud:${key} <value>\`, ` +
  `the environment variable ${variable} or the Provider's ${key}`;
const badValue = "must be 1 to 255 characters without control characters, and with no white space at either end";
const badKey =
  "must have a key of 1 to 255 characters without white space, control characters and equals signs, and with no backslash " +
  "at the end";
const unknown = (near?: string) => `is not a property${near ? ` (did you mean "${near}"?)` : ""}; remove it`;

const refused: Row[] = [
  ["projectId", missing("projectId", "EDGECLOUD_PROJECT_ID"), ...of("projectId", undefined)],
  ["regionId", missing("regionId", "EDGECLOUD_REGION_ID"), ...of("regionId", undefined)],
  ["projectId", "must be a number, not a string", ...of("projectId", "12")],
  ["projectId", "must be at least 1", ...of("projectId", 0)],
  ["regionId", "must be a whole number", ...of("regionId", 1.5)],
  ["snapshotId", "is required", ...of("snapshotId", undefined)],
  ["snapshotId", "must be a string, not a number", ...of("snapshotId", 7)],
  ["snapshotId", uuid, ...of("snapshotId", "nightly", snapshotId.replace("-4", "-1"), `{${snapshotId}}`)],
  ["name", "must be a string, not a number", ...of("name", 7)],
  ["name", nameRule, ...of("name", ...noNames)],
  ["tags", "must be an object, not a string", ...of("tags", "team")],
  ["tags", "must be an object, not an array", ...of("tags", [{ key: "a", value: "b" }])],
  ["tags.team", "must be a string, not a number", ...team(7)],
  ["tags.team", badValue, ...team("", "  ", " a", "a\n", "a\tb", "a\u0000b", "v".repeat(256))],
  [`tags.${"k".repeat(256)}`, badKey, tags({ ["k".repeat(256)]: "v" })],
  ...["", "cost center", "a\nb", "a\0b", "a=b", "team\\"].map((key): Row => [
    `tags[${JSON.stringify(key)}]`,
    badKey,
    ...[null, "v", new Unknown()].map((value) => tags({ [key]: value })),
  ]),
  ["exclusiveTags", "must be a boolean, not a string", ...of("exclusiveTags", "yes")],
  ["onDestroy", 'must be one of "restore", "retain"', ...of("onDestroy", "delete")],
  ["lockTimeoutSeconds", "must be at least 0", ...of("lockTimeoutSeconds", -1)],
  ["lockTimeoutSeconds", "must be a number, not a string", ...of("lockTimeoutSeconds", "9")],
  ["tag", unknown("tags"), ...of("tag", {})],
  ["snapshot_id", unknown("snapshotId"), ...of("snapshot_id", snapshotId)],
  ["allTags", unknown(), ...of("allTags", [])],
];

describe("check", () => {
  it.each(refused)("refuses: %s %s", (property, reason, ...values) => {
    expect(values.map(failuresOf)).toEqual(values.map(() => [failureOf(property, reason)]));
  });

  it("reports everything at once", () => {
    const values = { name: "a", tags: { "": "", team: " " }, onDestroy: "x" };
    const ofTags = ['tags[""]', "tags.team"];
    expect(failuresOf(values).map(({ property }) => property)).toEqual(
      ["snapshotId", "name", ofTags, "onDestroy", "projectId", "regionId", 'tags[""]'].flat(),
    );
  });

  it.each<[string, ...JsonObject[]]>([
    ["only the ID", args()],
    ["names", ...of("name", "abc", "a.b", "a_b_c.", "0 9", "a\\b-c_", "n".repeat(63))],
    ["a UUID in capitals", ...of("snapshotId", snapshotId.toUpperCase())],
    ["any key without white space and equals sign", tags({ ["k".repeat(255)]: "v", "ключ:/.-_*": "v", "😀": "v" })],
    ["any value", tags({ a: "v".repeat(255), b: "x  y", c: "a=b", d: "значение", e: "😀".repeat(255) })],
    ["a tag to be removed", tags({ legacy: null, a: "b" })],
    ["keys that every object inherits", tags({ constructor: "v", toString: "v", hasOwnProperty: "v" })],
    ["every option", args({ onDestroy: "retain", lockTimeoutSeconds: 0, exclusiveTags: true, tags: {} })],
  ])("accepts %s", (_, ...values) => {
    expect(values.flatMap(failuresOf)).toEqual([]);
  });

  const full = args({ name: "abc", tags: { a: "b" }, exclusiveTags: true, onDestroy: "retain", lockTimeoutSeconds: 5 });

  it.each([...Object.keys(full), "tags.b"])("accepts what is not known yet: %s", (key) => {
    const later = new Unknown();
    const change = key === "tags.b" ? { tags: { a: "b", b: later } } : { [key]: later };
    const { failures, inputs } = checkSnapshotAttributes({ ...full, ...change }, {});
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject(change);
  });
});

describe("inputs:", () => {
  const options = { exclusiveTags: false, onDestroy: "restore", lockTimeoutSeconds: 600 };

  it.each<[string, JsonObject, object]>([
    ["defaults", args(), { ...args(), ...options }],
    ["an empty map of tags counts as not given", tags({}), { ...args(), ...options }],
    ["the UUID in lower case", args({ snapshotId: snapshotId.toUpperCase() }), { ...args(), ...options }],
  ])("%s", (_, values, inputs) => {
    expect(checkSnapshotAttributes(values, {}).inputs).toEqual(inputs);
  });

  it("have project and region of the connection's configuration", () => {
    const scope = { projectId: 1, regionId: 2 };
    const inputsOf = (values: JsonObject) => checkSnapshotAttributes(values, scope).inputs;
    expect(inputsOf({ snapshotId })).toMatchObject(scope);
    expect(inputsOf({ snapshotId, regionId: 9 })).toMatchObject({ projectId: 1, regionId: 9 });
    const handler = new SnapshotAttributesHandler(() => createConnection(undefined, scope));
    expect(handler.check({ snapshotId })).toMatchObject({ failures: [], inputs: scope });
  });

  it("are checked if the configuration is broken, which is reported elsewhere; no other error is hidden", () => {
    const handlerWith = (error: Error) =>
      new SnapshotAttributesHandler(() => {
        throw error;
      });
    const handler = handlerWith(new ConfigError([{ key: "edgecloud:apiKey", problem: "is not set" }]));
    expect(handler.check({ snapshotId }).failures).toEqual([]);
    expect(handler.check({ snapshotId: 7 }).failures).toHaveLength(1);
    expect(() => handlerWith(new TypeError("oops")).check({ snapshotId })).toThrow("oops");
  });
});
