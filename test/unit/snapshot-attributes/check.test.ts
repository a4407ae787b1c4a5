import { ConfigError } from "../../../provider/config/config";
import type { JsonObject } from "../../../provider/values/json";
import { Unknown } from "../../../provider/core/unknown";
import { checkSnapshotAttributes } from "../../../provider/resources/snapshot-attributes/check";
import { SnapshotAttributesHandler } from "../../../provider/resources/snapshot-attributes/handler";
import { args, createConnection, otherId, snapshotId } from "./snapshots";
import { failureOf } from "../core/failure";

type Row = [rule: string, args: JsonObject, property: string, reason: string];

const uuid = "must be a version 4 UUID: 8-4-4-4-12 hexadecimal digits";
const nameRule =
  "must be 3 to 63 Latin letters, digits, spaces, dots, underscores, dashes and backslashes, begin with a letter or " +
  "digit, and not end with a space, dash or backslash";
const missing = (key: string, variable: string) =>
  `is required: give it here, or for the whole connection with \`pulumi config set edgecloud:${key} <value>\`, ` +
  `the environment variable ${variable} or the Provider's ${key}`;
const ends = "must not begin or end with white space, which the platform cuts off";
const control = "must not contain control characters such as line breaks and tabs";
const badKey = "must not have white space, a control character or an equals sign in its key";

const idRows: Row[] = [
  [
    "projectId in neither place",
    args({ projectId: undefined }),
    "projectId",
    missing("projectId", "EDGECLOUD_PROJECT_ID"),
  ],
  ["regionId in neither place", args({ regionId: undefined }), "regionId", missing("regionId", "EDGECLOUD_REGION_ID")],
  ["projectId: type", args({ projectId: "12" }), "projectId", "must be a number, not a string"],
  ["projectId: zero", args({ projectId: 0 }), "projectId", "must be at least 1"],
  ["regionId: fraction", args({ regionId: 1.5 }), "regionId", "must be a whole number"],
  ["snapshotId: required", args({ snapshotId: undefined }), "snapshotId", "is required"],
  ["snapshotId: type", args({ snapshotId: 7 }), "snapshotId", "must be a string, not a number"],
  ["snapshotId: no UUID", args({ snapshotId: "nightly" }), "snapshotId", uuid],
  ["snapshotId: version 1", args({ snapshotId: snapshotId.replace("-4", "-1") }), "snapshotId", uuid],
  ["snapshotId: in braces", args({ snapshotId: `{${snapshotId}}` }), "snapshotId", uuid],
];

const nameRows: Row[] = [
  ["type", args({ name: 7 }), "name", "must be a string, not a number"],
  ...["", "ab", "n".repeat(64), " abc", "-abc", "_abc", "abc ", "abc-", "abc\\", "a/b", "näme", "a\nb", "abc\n"].map(
    (name): Row => [JSON.stringify(name), args({ name }), "name", nameRule],
  ),
];

const tags = (values: JsonObject) => args({ tags: values });

const tagRows: Row[] = [
  ["type", args({ tags: "team" }), "tags", "must be an object, not a string"],
  ["a list, as in allTags", args({ tags: [{ key: "a", value: "b" }] }), "tags", "must be an object, not an array"],
  ["value: type", tags({ team: 7 }), "tags.team", "must be a string, not a number"],
  ["value: empty", tags({ team: "" }), "tags.team", "must not be empty; leave the tag out instead"],
  ["value: only white space", tags({ team: "  " }), "tags.team", "must not be empty; leave the tag out instead"],
  ["value: white space before", tags({ team: " a" }), "tags.team", ends],
  ["value: white space after", tags({ team: "a\n" }), "tags.team", ends],
  ["value: control character", tags({ team: "a\tb" }), "tags.team", control],
  ["value: NUL", tags({ team: "a\u0000b" }), "tags.team", control],
  ["value: 256 characters", tags({ team: "v".repeat(256) }), "tags.team", "must have at most 255 characters"],
  ["key: of a tag to be removed", tags({ "": null }), 'tags[""]', "must have a key of 1 to 255 characters"],
  ["key: empty", tags({ "": "v" }), 'tags[""]', "must have a key of 1 to 255 characters"],
  [
    "key: 256 characters",
    tags({ ["k".repeat(256)]: "v" }),
    `tags.${"k".repeat(256)}`,
    "must have a key of 1 to 255 characters",
  ],
  ["key: space", tags({ "cost center": "v" }), 'tags["cost center"]', badKey],
  ["key: line break", tags({ "a\nb": "v" }), 'tags["a\\nb"]', badKey],
  ["key: control character", tags({ "a\0b": "v" }), 'tags["a\\u0000b"]', badKey],
  ["key: equals sign", tags({ "a=b": "v" }), 'tags["a=b"]', badKey],
  [
    "key: backslash at the end",
    tags({ "team\\": "v" }),
    'tags["team\\\\"]',
    "must not have a key that ends with a backslash, which Pulumi cannot read in a path",
  ],
  ["key: of a value that is not known yet", tags({ "a=b": new Unknown() }), 'tags["a=b"]', badKey],
];

const optionRows: Row[] = [
  ["exclusiveTags: type", args({ exclusiveTags: "yes" }), "exclusiveTags", "must be a boolean, not a string"],
  ["onDestroy: enum", args({ onDestroy: "delete" }), "onDestroy", 'must be one of "restore", "retain"'],
  [
    "onDestroy: near miss",
    args({ onDestroy: "retian" }),
    "onDestroy",
    'must be one of "restore", "retain" (did you mean "retain"?)',
  ],
  ["lockTimeoutSeconds: negative", args({ lockTimeoutSeconds: -1 }), "lockTimeoutSeconds", "must be at least 0"],
  [
    "lockTimeoutSeconds: type",
    args({ lockTimeoutSeconds: "9" }),
    "lockTimeoutSeconds",
    "must be a number, not a string",
  ],
  ["unknown property", args({ tag: {} }), "tag", 'is not a property (did you mean "tags"?); remove it'],
  [
    "wire name",
    args({ snapshot_id: snapshotId }),
    "snapshot_id",
    'is not a property (did you mean "snapshotId"?); remove it',
  ],
  ["output", args({ allTags: [] }), "allTags", "is not a property; remove it"],
];

describe.each([
  ["the snapshot", idRows],
  ["the name", nameRows],
  ["tags", tagRows],
  ["options", optionRows],
])("check of %s", (_, rows) => {
  it.each(rows)("%s", (_rule, values, property, reason) => {
    expect(checkSnapshotAttributes(values, {}).failures).toEqual([failureOf(property, reason)]);
  });
});

it("reports everything at once", () => {
  const values = { name: "a", tags: { "": "", team: " " }, onDestroy: "x" };
  expect(checkSnapshotAttributes(values, {}).failures.map(({ property }) => property)).toEqual([
    "snapshotId",
    "name",
    'tags[""]',
    "tags.team",
    "onDestroy",
    "projectId",
    "regionId",
    'tags[""]',
  ]);
});

describe("accepts", () => {
  it.each<[string, JsonObject]>([
    ["only the ID", args()],
    ...["abc", "a.b", "a_b_c.", "0 9", "a\\b-c_", "n".repeat(63)].map((name): [string, JsonObject] => [
      name,
      args({ name }),
    ]),
    ["a UUID in capitals", args({ snapshotId: snapshotId.toUpperCase() })],
    ["any key without white space and equals sign", tags({ ["k".repeat(255)]: "v", "ключ:/.-_*": "v", "😀": "v" })],
    ["any value", tags({ a: "v".repeat(255), b: "x  y", c: "a=b", d: "значение", e: "😀".repeat(255) })],
    ["a tag to be removed", tags({ legacy: null, a: "b" })],
    ["keys that every object inherits", tags({ constructor: "v", toString: "v", hasOwnProperty: "v" })],
    ["every option", args({ onDestroy: "retain", lockTimeoutSeconds: 0, exclusiveTags: true, tags: {} })],
  ])("%s", (_, values) => {
    expect(checkSnapshotAttributes(values, {}).failures).toEqual([]);
  });

  const full = args({ name: "abc", tags: { a: "b" }, exclusiveTags: true, onDestroy: "retain", lockTimeoutSeconds: 5 });

  it.each(Object.keys(full))("%s that is not known yet", (key) => {
    const unknown = new Unknown();
    const { failures, inputs } = checkSnapshotAttributes({ ...full, [key]: unknown }, {});
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject({ [key]: unknown });
  });

  it("a tag with an unknown value", () => {
    const a = new Unknown();
    expect(checkSnapshotAttributes(tags({ a, b: "c" }), {})).toMatchObject({
      failures: [],
      inputs: { tags: { a, b: "c" } },
    });
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

  it("project and region default to the configuration", () => {
    const scope = { projectId: 1, regionId: 2 };
    const inputsOf = (values: JsonObject) => checkSnapshotAttributes(values, scope).inputs;
    expect(inputsOf({ snapshotId })).toMatchObject({ projectId: 1, regionId: 2 });
    expect(inputsOf({ snapshotId, regionId: 9 })).toMatchObject({ projectId: 1, regionId: 9 });
    expect(checkSnapshotAttributes({ snapshotId: otherId }, scope).failures).toEqual([]);
  });
});

describe("the handler's check", () => {
  it("uses the configuration", () => {
    const handler = new SnapshotAttributesHandler(() => createConnection(undefined, { projectId: 1, regionId: 2 }));
    expect(handler.check({ snapshotId })).toMatchObject({ failures: [], inputs: { projectId: 1, regionId: 2 } });
  });

  it("works when the configuration is broken, which is reported elsewhere", () => {
    const handler = new SnapshotAttributesHandler(() => {
      throw new ConfigError([{ key: "edgecloud:apiKey", problem: "is not set" }]);
    });
    expect(handler.check({ snapshotId }).failures).toEqual([]);
    expect(handler.check({ snapshotId: 7 }).failures).toHaveLength(1);
  });

  it("hides no other error", () => {
    const handler = new SnapshotAttributesHandler(() => {
      throw new TypeError("oops");
    });
    expect(() => handler.check({ snapshotId })).toThrow("oops");
  });
});
