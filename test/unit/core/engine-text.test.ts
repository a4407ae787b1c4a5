import { toPrintable, toEngineJson } from "../../../provider/core/engine-text";

describe("a printed text", () => {
  it.each([
    ["harmless text, which stays unchanged", 'name: "Straße" 😀 \u200f\n\tno'],
    ["half a surrogate pair", "a \ud800 b", "a \ufffd b"],
    ["a surrogate pair and half of one", "\ud83d\ude00\ude00", "\ud83d\ude00\ufffd"],
    ["colour codes of the engine", "a <{%evil%}> <{%reset%}> b", "a <{ %evil%}> <{ %reset%}> b"],
    ["control codes of a terminal", "a\u001b[2J\u0000\u0007\u009b b", "a\ufffd[2J\ufffd\ufffd\ufffd b"],
    ["line breaks of other systems", "a\r\nb\rc", "a\nb\ufffdc"],
  ])("is made harmless: %s", (_, text, shown = text) => {
    expect(toPrintable(text)).toBe(shown);
  });

  it("is shortened between characters", () => {
    expect(toPrintable("x".repeat(10_000))).toBe("x".repeat(10_000));
    expect(toPrintable("x".repeat(10_007))).toBe(`${"x".repeat(10_000)}… (7 more characters)`);
    expect(toPrintable(`x${"\ud83d\ude00".repeat(5_000)}`)).toBe(
      `x${"\ud83d\ude00".repeat(4_999)}\ufffd… (1 more characters)`,
    );
  });
});

describe("properties for the engine", () => {
  it("are plain JSON of whole characters, at any depth", () => {
    expect(
      toEngineJson({ a: ["x\ud800"], "k\udc00": { b: undefined, c: "\ud83d\ude00", d: null, e: -0 } }),
    ).toStrictEqual({
      a: ["x\ufffd"],
      "k\ufffd": { c: "\ud83d\ude00", d: null, e: 0 },
    });
  });

  it("keep names that every object inherits, and drop those that are special to the engine", () => {
    const given = JSON.parse(
      '{"__proto__": "x", "map": {"constructor": "y", "4dabf18193072939515e22adb298388d": "z"}}',
    ) as Record<string, unknown>;
    expect(JSON.stringify(toEngineJson(given))).toBe('{"__proto__":"x","map":{"constructor":"y"}}');
  });
});
