import { z } from "zod";
import { readArguments } from "../../../provider/core/arguments";
import { checkSchema } from "../../../provider/core/check";
import { Unknown } from "../../../provider/core/unknown";

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
    expect(readArguments(schema, given)).toStrictEqual({ envs: { A: text }, tags: { a: text } });
  });

  it.each<[string, unknown, string]>([
    [
      "a number that is too large to be exact",
      2 ** 53,
      "must be a string, not a number: a number this large loses digits; put it in quotes",
    ],
    ["no number", NaN, "must be a string, not NaN"],
    ["infinity", Infinity, "must be a string, not Infinity"],
    ["a list", [1], "must be a string, not an array"],
    ["an object", { b: 1 }, "must be a string, not an object"],
    ["nothing", null, "must be a string, not null"],
    ["a number of too many digits", 123456, "must have at most 5 characters"],
  ])("%s is refused", (_, value, reason) => {
    const read = readArguments(schema, { title: "t", envs: { A: value } });
    expect(checkSchema(schema, read)).toEqual([{ property: "envs.A", reason }]);
  });

  it("unknown values stay unknown, and `null` keeps its meaning", () => {
    const unknown = new Unknown();
    const given = { envs: { A: unknown }, tags: { gone: null, later: unknown } };
    const read = readArguments(schema, given) as typeof given;
    expect(read).toStrictEqual(given);
    expect([read.envs.A, read.tags.later]).toEqual([unknown, unknown]);
    expect(readArguments(schema, { envs: unknown })).toStrictEqual({ envs: unknown });
  });
});

it("`null` leaves an argument out, at any depth, where it may be left out", () => {
  const given = {
    ...{ title: "t", note: null, color: null, envs: null, tags: null },
    ...{ limits: { zone: "z", port: null, header: null }, list: [{ zone: "z", port: null }] },
  };
  expect(readArguments(schema, given)).toStrictEqual({ title: "t", limits: { zone: "z" }, list: [{ zone: "z" }] });
});

it("`null` leaves an entry out of a list", () => {
  const given = { list: [null, { zone: "a" }, null, { zone: "b" }] };
  expect(readArguments(schema, given)).toStrictEqual({ list: [{ zone: "a" }, { zone: "b" }] });
});

it.each<[string, unknown]>([
  ["what is required", { title: null, limits: { zone: null } }],
  ["values of other types", { title: 7, note: 7, limits: { zone: true }, counts: { a: 1 }, list: ["", 5] }],
  ["properties that do not exist", { titel: null, constructor: null, toString: 7 }],
  ["what is no object at all", [null, 1]],
])("%s is left to the check", (_, given) => {
  expect(readArguments(schema, given)).toStrictEqual(given);
});

it("a key of Object.prototype is an ordinary key", () => {
  const given = JSON.parse('{ "envs": { "__proto__": 1 }, "__proto__": null }') as object;
  expect(JSON.stringify(readArguments(schema, given))).toBe('{"envs":{"__proto__":"1"},"__proto__":null}');
});
