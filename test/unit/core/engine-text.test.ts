import { printable, sendable } from "../../../provider/core/engine-text";

describe("a text that is printed", () => {
  it.each([
    ["as it is", 'name: "Straße" 😀 \u200f\n\tno'],
    ["half a character", "a \ud800 b", "a \ufffd b"],
    ["a whole one and half a one", "\ud83d\ude00\ude00", "\ud83d\ude00\ufffd"],
    ["what the engine takes for a colour", "a <{%evil%}> <{%reset%}> b", "a <{ %evil%}> <{ %reset%}> b"],
    ["what a terminal obeys", "a\u001b[2J\u0000\u0007\u009b b", "a\ufffd[2J\ufffd\ufffd\ufffd b"],
    ["lines of another system", "a\r\nb\rc", "a\nb\ufffdc"],
  ])("has, in place of %s, something harmless", (_, text, shown = text) => {
    expect(printable(text)).toBe(shown);
  });

  it("is cut short, between characters", () => {
    expect(printable("x".repeat(10_000))).toBe("x".repeat(10_000));
    expect(printable("x".repeat(10_007))).toBe(`${"x".repeat(10_000)}… (7 more characters)`);
    expect(printable(`x${"\ud83d\ude00".repeat(5_000)}`)).toBe(
      `x${"\ud83d\ude00".repeat(4_999)}\ufffd… (1 more characters)`,
    );
  });
});

describe("properties for the engine", () => {
  it("are plain JSON of whole characters, at any depth", () => {
    expect(sendable({ a: ["x\ud800"], "k\udc00": { b: undefined, c: "\ud83d\ude00", d: null, e: -0 } })).toStrictEqual({
      a: ["x\ufffd"],
      "k\ufffd": { c: "\ud83d\ude00", d: null, e: 0 },
    });
  });

  it("keep names that objects have by themselves, and none that means something to the engine", () => {
    const given = JSON.parse(
      '{"__proto__": "x", "map": {"constructor": "y", "4dabf18193072939515e22adb298388d": "z"}}',
    ) as Record<string, unknown>;
    expect(JSON.stringify(sendable(given))).toBe('{"__proto__":"x","map":{"constructor":"y"}}');
  });
});
