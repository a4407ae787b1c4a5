import * as pulumi from "@pulumi/pulumi";
import { isJsonObject, mapValues, pick } from "../../provider/values/json";
import { Unknown } from "../../provider/core/unknown";

describe("isJsonObject", () => {
  it.each<[string, unknown, boolean]>([
    ["an object", { a: 1 }, true],
    ["an empty object", {}, true],
    ["an object without prototype", Object.create(null), true],
    ["an array", [], false],
    ["null", null, false],
    ["undefined", undefined, false],
    ["a string", "a", false],
    ["a number", 7, false],
    ["a function", () => 1, false],
    ["a date", new Date(), false],
    ["a map", new Map(), false],
    ["an unknown value", new Unknown(), false],
    ["an output", pulumi.output(1), false],
    ["a promise", Promise.resolve(), false],
  ])("decides on %s", (_, value, is) => {
    expect(isJsonObject(value)).toBe(is);
  });
});

it("pick returns the entries accepted by key or value, and does not change its argument", () => {
  const object = { a: 1, b: undefined, c: null };
  expect(pick(object, (key) => key !== "a")).toStrictEqual({ b: undefined, c: null });
  expect(pick(object, (_, value) => value !== undefined)).toStrictEqual({ a: 1, c: null });
  expect(object).toStrictEqual({ a: 1, b: undefined, c: null });
});

it("mapValues gives each value and its key", () => {
  expect(mapValues({ a: 1, b: 2 }, (value, key) => `${key}${String(value)}`)).toEqual({ a: "a1", b: "b2" });
});
