import { z } from "zod";
import { formatPropertyPath, checkSchema } from "../../../provider/core/check";
import { Unknown } from "../../../provider/core/unknown";
import { failureOf } from "./failure";

const inner = z.strictObject({ zone: z.string(), port: z.int().min(1).max(9).optional() });
const schema = z.strictObject({
  title: z.string().min(1).max(5),
  size: z.number().optional(),
  color: z.enum(["red", "green"]).optional(),
  inner: inner.optional(),
  list: z.array(inner.nullable()).max(2).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, "must be even")
    .optional(),
});

const fine = { title: "t" };

describe("schema failures", () => {
  it.each<[string, object, string, string]>([
    ["missing", {}, "title", "is required"],
    ["undefined", { title: undefined }, "title", "is required"],
    ["null", { title: null }, "title", "must be a string, not null"],
    ["array for string", { title: [] }, "title", "must be a string, not an array"],
    ["object for string", { title: {} }, "title", "must be a string, not an object"],
    ["a number that is none", { ...fine, size: NaN }, "size", "must be a number, not NaN"],
    ["a number without end", { ...fine, size: Infinity }, "size", "must be a number, not Infinity"],
    ["string for number", { ...fine, size: "1" }, "size", "must be a number, not a string"],
    ["string for object", { ...fine, inner: "a" }, "inner", "must be an object, not a string"],
    ["string for array", { ...fine, list: "a" }, "list", "must be an array, not a string"],
    ["string for map", { ...fine, tags: "a" }, "tags", "must be an object, not a string"],
    ["fraction", { ...fine, inner: { zone: "z", port: 1.5 } }, "inner.port", "must be a whole number"],
    ["too small", { ...fine, inner: { zone: "z", port: 0 } }, "inner.port", "must be at least 1"],
    ["too big", { ...fine, inner: { zone: "z", port: 10 } }, "inner.port", "must be at most 9"],
    ["too short", { title: "" }, "title", "must not be empty"],
    ["too long", { title: "123456" }, "title", "must have at most 5 characters"],
    ["too many entries", { ...fine, list: [null, null, null] }, "list", "must have at most 2 entries"],
    ["a word that is not allowed", { ...fine, color: "blue" }, "color", 'must be one of "red", "green"'],
    [
      "a near miss of an allowed word",
      { ...fine, color: "Gren" },
      "color",
      'must be one of "red", "green" (did you mean "green"?)',
    ],
    ["the message of a custom rule", { ...fine, even: 3 }, "even", "must be even"],
    ["in a list", { ...fine, list: [null, { zone: 7 }] }, "list[1].zone", "must be a string, not a number"],
    ["in a map", { ...fine, tags: { "cost center": 7 } }, 'tags["cost center"]', "must be a string, not a number"],
    ["an unknown property", { ...fine, weather: 1 }, "weather", "is not a property; remove it"],
    ["a near miss of a property", { ...fine, siez: 1 }, "siez", 'is not a property (did you mean "size"?); remove it'],
    [
      "a near miss in another case",
      { ...fine, SIZE: 1 },
      "SIZE",
      'is not a property (did you mean "size"?); remove it',
    ],
    [
      "a near miss in an optional object",
      { ...fine, inner: { zone: "z", prot: 1 } },
      "inner.prot",
      'is not a property (did you mean "port"?); remove it',
    ],
    [
      "a near miss in a nullable entry",
      { ...fine, list: [{ zone: "z", zon: 1 }] },
      "list[0].zon",
      'is not a property (did you mean "zone"?); remove it',
    ],
  ])("name the property and the reason: %s", (_, value, property, reason) => {
    expect(checkSchema(schema, value)).toEqual([failureOf(property, reason)]);
  });

  it("are reported all at once", () => {
    const failures = checkSchema(schema, { size: "x", inner: { port: 0 }, a: 1, b: 2 });
    expect(failures.map(({ property }) => property).sort()).toEqual([
      "a",
      "b",
      "inner.port",
      "inner.zone",
      "size",
      "title",
    ]);
  });

  it.each<[string, object]>([
    ["only what is required", fine],
    [
      "all properties",
      { ...fine, size: 1.5, color: "red", inner: { zone: "z", port: 9 }, list: [null], tags: { a: "b" }, even: 2 },
    ],
    ["unknown leaves", { title: new Unknown(), size: new Unknown(), color: new Unknown(), even: new Unknown() }],
    ["unknown objects", { ...fine, inner: new Unknown(), list: [new Unknown()], tags: new Unknown() }],
    ["an unknown list", { ...fine, list: new Unknown() }],
    [
      "unknown values inside an object",
      { ...fine, inner: { zone: new Unknown(), port: new Unknown() }, tags: { a: new Unknown() } },
    ],
  ])("do not occur with valid values: %s", (_, value) => {
    expect(checkSchema(schema, value)).toEqual([]);
  });
});

it.each([
  [["a"], "a"],
  [["a", "b"], "a.b"],
  [["a", 1, "b", 0], "a[1].b[0]"],
  [["tags", "x y"], 'tags["x y"]'],
  [["tags", "$a_1"], "tags.$a_1"],
  [["tags", "1"], 'tags["1"]'],
  [[], ""],
])("the path %j reads %s", (path, text) => {
  expect(formatPropertyPath(path)).toBe(text);
});
