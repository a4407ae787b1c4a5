import { compareInstants, parseInstant } from "../../provider/values/instant";

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
  ["a", "b", -1],
])("compareInstants(%j, %j)", (a, b, sign) => {
  expect(Math.sign(compareInstants(a, b))).toBe(sign);
  expect(Math.sign(compareInstants(b, a))).toBe(sign === 0 ? 0 : -sign);
});
