import type { Step } from "../../../lab/bench/life";
import type { OperationName } from "../../../lab/bench/report";
import { scale } from "../../../lab/bench/scale";
import { drawScale } from "../../../lab/bench/scale-chart";
import type { Usage } from "../../../lab/bench/usage";

const operations: OperationName[] = ["preview", "up", "preview again", "refresh", "destroy"];

const ofEach = <T>(value: T) => Object.fromEntries(operations.map((name) => [name, value])) as Record<OperationName, T>;

const usageOf = (seconds: number): Usage => ({ seconds, megabytes: 150.4 });

const step: Step = {
  seconds: 12.34,
  requests: 1_000,
  usage: { engine: usageOf(2), program: usageOf(1), host: usageOf(1) },
};

/** The program needs time in proportion to the groups, the host in proportion to their square. */
const result = {
  lives: [{ host: "plugin" as const, kind: "groups" as const, count: 1_000, steps: ofEach(step) }],
  alone: [1_000, 10_000].map((count) => ({
    host: "plugin" as const,
    count,
    operations: ofEach(usageOf(count ** 2 / 1e6)),
    program: usageOf(count / 1_000),
  })),
  listSeconds: 2.5,
};

const text = scale.format(result).join("\n");

test("the exponent of the growth is 1 where it is linear, and 2 where it is quadratic", () => {
  expect(text).toContain("Growth exponents between the two largest stacks (1 is linear): dynamic host ");
  expect(text).toContain(", plugin host 2.00, plugin program 1.00.");
  expect(scale.draw?.(result)["benchmarks-scale.svg"]).toMatch(/>plugin host<[^]*>plugin program</);
});

test("a list that takes more than it may is bold", () => {
  expect(text).toContain("One list of 10,000 groups takes **2.50 s** of processor time; aim at most 2 s.");
});

test("a list that takes as long as it may, as it is written, is not bold", () => {
  expect(scale.format({ ...result, listSeconds: 2.004 }).join("\n")).toContain("takes 2.00 s of processor time");
});

test("each operation has its time, and processor time and memory of each process", () => {
  expect(text).toMatch(
    /### 1,000 groups, plugin\n(.*\n){2}\| preview \| 12\.3 \| 2\.00 s, 150 MB \| 1\.00 s, 150 MB \|/,
  );
});

test("without figures there is no heading either", () => {
  expect(scale.format(undefined)).toEqual([]);
});

test("in the picture, linear growth rises by one decade in one decade", () => {
  const svg = drawScale([{ title: "program", points: [1_000, 10_000].map((x) => ({ x, y: x / 1_000 })) }]);
  const [from, to] = /points="([^"]*)"/
    .exec(svg)![1]!
    .split(" ")
    .map((point) => point.split(",").map(Number));
  expect(to![0]! - from![0]!).toBeCloseTo(470, 0);
  expect(from![1]! - to![1]!).toBeCloseTo(340, 0);
});
