import { manyReads } from "../../../lab/bench/many-reads";

const slow = "200 groups, after 100 ms";
const limited = "1,000 groups, 20 a second";

/** So many runs in which the dynamic provider takes that share of the echo's time. */
const runs = (count: number, share: number) =>
  Array.from({ length: count }, () => ({
    echo: { seconds: 10, requests: 0 },
    floor: { seconds: 12, requests: 0.005 },
    dynamic: { seconds: 10 * share, requests: 0.01 },
    plugin: { seconds: 10, requests: 0.01 },
  }));

const format = (measured: Parameters<typeof manyReads.format>[0]) => manyReads.format(measured).join("\n");

test("the page says how many runs were stored, not how many would be made now", () => {
  expect(format({ [slow]: runs(3, 1), [limited]: runs(3, 1) })).toContain("Each of 3 runs compares");
  expect(format({ [slow]: runs(7, 1), [limited]: runs(4, 1) })).toContain("Each of 7 or 4 runs compares");
});

test("a figure misses its aim only if it is greater as printed", () => {
  const verdictOf = (share: number) =>
    format({ [slow]: runs(3, share) })
      .split("\n")
      .find((line) => line.includes("share of the echo") && line.includes("dynamic"))
      ?.split(" | ")
      .at(-1);
  expect([verdictOf(1.154), verdictOf(1.156)]).toEqual(["kept |", "**missed** |"]);
});

test("the floor is shown, without an aim", () => {
  const rows = format({ [slow]: runs(3, 1) }).split("\n");
  expect(rows).toContain(`| ${slow} | floor | share of the echo | 1.20 | 1.20–1.20 |  |  |`);
  expect(rows).toContain(`| ${slow} | floor | requests per group | 0.005 | 0.005–0.005 |  |  |`);
});
