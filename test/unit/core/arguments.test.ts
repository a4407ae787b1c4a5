import { z } from "zod";
import fc from "fast-check";
import { checkSchema, coerceArguments } from "../../../provider/core/check";
import { formatPropertyPath } from "../../../provider/core/property-paths";
import { toEngineJson } from "../../../provider/core/engine-text";
import { noTraits } from "../../../provider/core/traits";
import { Codec } from "../../../provider/hosts/dynamic/codec";
import { failureOf } from "./failure";
import { tries } from "../../tries";
import { Unknown, containsUnknown } from "../../../provider/core/tree";

function decodeValue(value: unknown): unknown {
  return new Codec(noTraits).decode({ value }).values.value;
}

const inner = z.strictObject({ zone: z.string(), port: z.int().optional(), header: z.string().nullish() });
const schema = z.strictObject({
  title: z.string(),
  note: z.string().optional(),
  color: z.enum(["red"]).optional(),
  limits: inner.optional(),
  list: z.array(inner).optional(),
  envs: z.record(z.string(), z.string().max(5)).optional(),
  tags: z.record(z.string(), z.string().regex(/./).nullable()).optional(),
  counts: z.record(z.string(), z.number()).optional(),
});

describe("in a map of texts", () => {
  const notNumber = "must be a string, not a number";
  it.each<[string, unknown, string]>([
    ["a whole number", 8080, "8080"],
    ["a negative number", -1, "-1"],
    ["zero", 0, "0"],
    ["zero below zero", -0, "0"],
    ["a fraction", 1.5, "1.5"],
    ["the largest exact number", Number.MAX_SAFE_INTEGER, "9007199254740991"],
    ["true", true, "true"],
    ["false", false, "false"],
    ["a text", "01", "01"],
    ["no text", "", ""],
  ])("%s becomes a string", (_, value, text) => {
    const given = { envs: { A: value }, tags: { a: value } };
    expect(coerceArguments(schema, given)).toStrictEqual({ envs: { A: text }, tags: { a: text } });
  });

  it.each<[string, unknown, string]>([
    ["a number that is not exact", 2 ** 53, `${notNumber}: a number this large loses digits; put it in quotes`],
    ["no number", NaN, "must be a string, not NaN"],
    ["infinity", Infinity, "must be a string, not Infinity"],
    ["a list", [1], "must be a string, not an array"],
    ["an object", { b: 1 }, "must be a string, not an object"],
    ["nothing", null, "must be a string, not null"],
    ["a number of too many digits", 123456, "must have at most 5 characters"],
  ])("%s is refused", (_, value, reason) => {
    const read = coerceArguments(schema, { title: "t", envs: { A: value } });
    expect(checkSchema(schema, read)).toEqual([{ property: "envs.A", reason }]);
  });

  it("unknown values stay unknown, and `null` keeps its meaning", () => {
    const unknown = new Unknown();
    const given = { envs: { A: unknown }, tags: { gone: null, later: unknown } };
    const read = coerceArguments(schema, given) as typeof given;
    expect(read).toStrictEqual(given);
    expect([read.envs.A, read.tags.later]).toEqual([unknown, unknown]);
    expect(coerceArguments(schema, { envs: unknown })).toStrictEqual({ envs: unknown });
  });
});

it("`null` leaves an argument out, at any depth, where it may be left out", () => {
  const given = {
    ...{ title: "t", note: null, color: null, envs: null, tags: null },
    ...{ limits: { zone: "z", port: null, header: null }, list: [{ zone: "z", port: null }] },
  };
  expect(coerceArguments(schema, given)).toStrictEqual({ title: "t", limits: { zone: "z" }, list: [{ zone: "z" }] });
});

it("`null` leaves an entry out of a list", () => {
  const given = { list: [null, { zone: "a" }, null, { zone: "b" }] };
  expect(coerceArguments(schema, given)).toStrictEqual({ list: [{ zone: "a" }, { zone: "b" }] });
});

it.each<[string, unknown]>([
  ["what is required", { title: null, limits: { zone: null } }],
  ["values of other types", { title: 7, note: 7, limits: { zone: true }, counts: { a: 1 }, list: ["", 5] }],
  ["properties that do not exist", { titel: null, constructor: null, toString: 7 }],
  ["what is no object at all", [null, 1]],
])("%s is left to the check", (_, given) => {
  expect(coerceArguments(schema, given)).toStrictEqual(given);
});

it("a key of Object.prototype is an ordinary key", () => {
  const given = JSON.parse('{ "envs": { "__proto__": 1 }, "__proto__": null }') as object;
  expect(JSON.stringify(coerceArguments(schema, given))).toBe('{"envs":{"__proto__":"1"},"__proto__":null}');
});

const checkedInner = z.strictObject({ zone: z.string(), port: z.int().min(1).max(9).optional() });
const checkedSchema = z.strictObject({
  title: z.string().min(1).max(5),
  size: z.number().optional(),
  color: z.enum(["red", "green"]).optional(),
  inner: checkedInner.optional(),
  list: z.array(checkedInner.nullable()).max(2).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, "must be even")
    .optional(),
});

const fine = { title: "t" };
const near = (name: string) => `is not a property (did you mean "${name}"?); remove it`;

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
    ["a near miss", { ...fine, color: "Gren" }, "color", 'must be one of "red", "green" (did you mean "green"?)'],
    ["the message of a custom rule", { ...fine, even: 3 }, "even", "must be even"],
    ["in a list", { ...fine, list: [null, { zone: 7 }] }, "list[1].zone", "must be a string, not a number"],
    ["in a map", { ...fine, tags: { "cost center": 7 } }, 'tags["cost center"]', "must be a string, not a number"],
    ["an unknown property", { ...fine, weather: 1 }, "weather", "is not a property; remove it"],
    ["a near miss of a property", { ...fine, siez: 1 }, "siez", near("size")],
    ["a near miss in another case", { ...fine, SIZE: 1 }, "SIZE", near("size")],
    ["a near miss in an optional object", { ...fine, inner: { zone: "z", prot: 1 } }, "inner.prot", near("port")],
    ["a near miss in a nullable entry", { ...fine, list: [{ zone: "z", zon: 1 }] }, "list[0].zon", near("zone")],
  ])("name the property and the reason: %s", (_, value, property, reason) => {
    expect(checkSchema(checkedSchema, value)).toEqual([failureOf(property, reason)]);
  });

  it("are reported all at once", () => {
    const failures = checkSchema(checkedSchema, { size: "x", inner: { port: 0 }, a: 1, b: 2 });
    const found = failures.map(({ property }) => property).sort();
    expect(found).toEqual(["a", "b", "inner.port", "inner.zone", "size", "title"]);
  });

  it.each<[string, object]>([
    ["only what is required", fine],
    [
      "all",
      { ...fine, size: 1.5, color: "red", inner: { zone: "z", port: 9 }, list: [null], tags: { a: "b" }, even: 2 },
    ],
    ["unknown leaves", { title: new Unknown(), size: new Unknown(), color: new Unknown(), even: new Unknown() }],
    ["unknown objects", { ...fine, inner: new Unknown(), list: [new Unknown()], tags: new Unknown() }],
    ["an unknown list", { ...fine, list: new Unknown() }],
    [
      "unknown in an object",
      { ...fine, inner: { zone: new Unknown(), port: new Unknown() }, tags: { a: new Unknown() } },
    ],
  ])("do not occur with valid values: %s", (_, value) => {
    expect(checkSchema(checkedSchema, value)).toEqual([]);
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

/** What the engine sends (design, section 2). */
const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("unknown values", () => {
  it("are marked and unmarked wherever they stand, as distinct objects", () => {
    const sent = { a: sentinel, list: [{ b: [sentinel] }], other: [`${sentinel} `, null, "", 0, false, {}, []] };
    const { a, list, other } = decodeValue(sent) as typeof sent;
    expect([a, list]).toStrictEqual([new Unknown(), [{ b: [new Unknown()] }]]);
    expect(a).not.toBe(list[0]?.b[0]);
    expect(other).toStrictEqual(sent.other);
    expect([a, list, other].map(containsUnknown)).toEqual([true, true, false]);
    expect(toEngineJson({ a, list, other })).toStrictEqual(sent);
  });

  it("can be marked and unmarked in any JSON without changing it", () => {
    // JSON has no negative zero.
    const anyValue = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
    const json = anyValue.map((value) => ({ value, later: [sentinel, { value, sentinel }] }));
    fc.assert(
      fc.property(json, (value) => expect(toEngineJson(decodeValue(value))).toEqual(value)),
      tries(100),
    );
  });
});
