import * as pulumi from "@pulumi/pulumi";
import { countCharacters, limitText } from "../../provider/values/characters";
import { isJsonObject } from "../../provider/values/json";
import { compareInstants, parseInstant } from "../../provider/values/instant";
import { Unknown } from "../../provider/core/tree";

const ruler = "📏";
/** One character to a reader, two to Unicode. */
const withAccent = "e\u0301";

it.each([
  ["", 0],
  ["a", 1],
  ["ä", 1],
  [withAccent, 2],
  [ruler.repeat(3), 3],
  [ruler[0] ?? "", 1],
  [`${ruler[1]}${ruler[0]}`, 2],
])("%j has %d characters", (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

const reasonOf = (text: unknown, min: number, max: number) =>
  limitText(min, max)
    .safeParse(text)
    .error?.issues.map(({ message }) => message);

it.each<[string, unknown, number, number, string[] | undefined]>([
  ["the minimum length", "ab", 2, 4, undefined],
  ["the maximum length in characters of two code units", ruler.repeat(4), 2, 4, undefined],
  ["empty, where that is allowed", "", 0, 4, undefined],
  ["too short in characters of two code units", ruler, 2, 4, ["must have at least 2 characters"]],
  ["too long", "abcde", 2, 4, ["must have at most 4 characters"]],
  ["empty, where that is not allowed", "", 1, 4, ["must not be empty"]],
  ["too long by one", "ab", 0, 1, ["must have at most 1 character"]],
])("a text: %s", (_, text, min, max, reasons) => {
  expect(reasonOf(text, min, max)).toEqual(reasons);
});

it.each([[7], [null], [["a", "b"]]])("a value that is not a text: %j", (value) => {
  expect(reasonOf(value, 2, 4)).toHaveLength(1);
});

it.each<[string, unknown, boolean]>([
  ["an object", { a: 1 }, true],
  ["an object without prototype", Object.create(null), true],
  ["an array", [], false],
  ["null", null, false],
  ["a string", "a", false],
  ["a date", new Date(), false],
  ["an unknown value", new Unknown(), false],
  ["an output", pulumi.output(1), false],
])("isJsonObject decides on %s", (_, value, is) => {
  expect(isJsonObject(value)).toBe(is);
});

test.each([
  ["2026-01-01T00:00:00Z", 0],
  ["2026-01-01T00:00:00z", 0],
  ["2026-01-01T00:00:00", 0],
  ["2026-01-01T00:00", 0],
  ["2026-01-01T00:00:00.570866", 570],
  ["2026-01-01T01:00:00+0100", 0],
  ["2026-01-01T01:00:00+01:00", 0],
  ["2025-12-31T22:30:00-0130", 0],
  ["2026-01-01", undefined],
  ["2026-13-01T00:00:00Z", undefined],
  ["yesterday", undefined],
  ["", undefined],
])("instantOf(%j)", (text, sinceNewYear) => {
  expect(parseInstant(text)).toBe(sinceNewYear === undefined ? undefined : Date.UTC(2026, 0, 1) + sinceNewYear);
});

test.each([
  ["2026-01-01T00:00:00Z", "2026-01-01T00:30:00+01:00", 1],
  ["2026-01-01T00:00:00.570866", "2026-01-01T00:00:00.570867", -1],
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", 0],
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00+00:00", 0],
  ["2026-01-01T01:30:00.5+01:30", "2026-01-01T00:00:00.500000", 0],
  ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00Z", 0],
  ["2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500900Z", -1],
  ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0009Z", -1],
  ["a", "b", -1],
])("compareInstants(%j, %j)", (a, b, sign) => {
  expect(Math.sign(compareInstants(a, b))).toBe(sign);
  expect(Math.sign(compareInstants(b, a))).toBe(sign === 0 ? 0 : -sign);
});
