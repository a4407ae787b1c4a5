import { toPrintable, toEngineJson } from "../../../provider/core/engine-text";
import type { UnfinishedOperation } from "../../../provider/core/reconcile";
import { describeUnfinished } from "../../../provider/core/unfinished";

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

const first = "first waits for the last change: ";
it.each<[string, UnfinishedOperation | undefined, string | undefined]>([
  ["no operation", undefined, undefined],
  ["a task", { kind: "create", tasks: ["t-1"] }, `${first}task t-1`],
  ["tasks", { kind: "update", tasks: ["t-1", "t-2"] }, `${first}tasks t-1, t-2`],
  ["a task of an unconfirmed operation", { kind: "update", tasks: ["t-1"], unconfirmed: true }, `${first}task t-1`],
  [
    "a failed task",
    { kind: "update", tasks: ["t-1"], failed: true },
    "resumes the last change, which has failed (task t-1)",
  ],
  [
    "a failure whose tasks are over",
    { kind: "create", tasks: [], failed: true },
    "resumes the last change, which has failed",
  ],
  [
    "a creation with an unknown outcome",
    { kind: "create", unconfirmed: true },
    "first finds out whether the last `pulumi up` created it",
  ],
  [
    "a change with an unknown outcome",
    { kind: "update", unconfirmed: true },
    "is sent again as a whole: the answer to the last change was lost, so it is unknown whether it was carried out",
  ],
  ["a change without tasks", { kind: "update", tasks: [] }, "resumes the last change, which has not finished"],
  ["a deletion that is going on", { kind: "delete" }, "first waits until the platform has deleted it"],
  ["a creation of which nothing else is stored", { kind: "create" }, "resumes the last change, which has not finished"],
])("the text for an unfinished operation: %s", (_, operation, text) => {
  expect(describeUnfinished(operation)).toBe(text);
});

it("says that something broken is built again after a failed task", () => {
  const operation: UnfinishedOperation = { kind: "create", tasks: ["t-1"], failed: true };
  expect(describeUnfinished(operation, true)).toBe("is built again: the last change has failed (task t-1)");
  expect(describeUnfinished({ kind: "create", tasks: ["t-1"] }, true)).toBe(`${first}task t-1`);
});
