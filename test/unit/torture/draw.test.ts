import { drawHistory, type Step } from "../../../lab/torture";

const histories = Array.from({ length: 200 }, (_, seed) => drawHistory(seed, "dynamic"));

/** What kind of step it is: `rename`, `byHand delete`, `operate up`. */
function kindOf(step: Step): string {
  return [step.do, "what" in step && step.what, "operation" in step && step.operation].filter(Boolean).join(" ");
}

test("the same seed draws the same history, on both hosts", () => {
  const again = histories.map(({ seed }) => drawHistory(seed, "plugin"));
  expect(again).toEqual(histories.map((history) => ({ ...history, host: "plugin" })));
  expect(new Set(histories.map(({ steps }) => JSON.stringify(steps))).size).toBe(histories.length);
});

test("every kind of step is drawn", () => {
  const kinds = new Set(histories.flatMap(({ steps }) => steps.map(kindOf)));
  expect([...kinds].sort()).toEqual([
    "add",
    "adopt",
    "byHand change",
    "byHand delete",
    "byHand make",
    "byHand make again",
    "byHand name",
    "byHand tag",
    "content",
    "dependsOn",
    "first",
    "host",
    "move",
    "name",
    "onDestroy",
    "operate destroy",
    "operate preview",
    "operate refresh",
    "operate taint",
    "operate up",
    "remove",
    "rename",
    "replaceOnChanges",
    "runtime",
    "settle",
    "succeed",
  ]);
});

test("every process is killed, and every kind of trouble comes", () => {
  const operations = histories.flatMap(({ steps }) => steps.flatMap((step) => (step.do === "operate" ? [step] : [])));
  expect(new Set(operations.map(({ kill }) => kill?.victim))).toEqual(
    new Set([undefined, "host", "engine", "program"]),
  );
  expect(new Set(operations.map(({ trouble }) => trouble?.name)).size).toBeGreaterThan(12);
});

test("a history is limited, and ends settled", () => {
  for (const { steps } of histories) {
    expect(steps.length).toBeLessThan(60);
    expect(steps.findLast(({ do: what }) => what === "settle" || what === "operate")).toMatchObject(
      steps.at(-1)?.do === "operate" ? { operation: "destroy" } : { do: "settle" },
    );
  }
});
