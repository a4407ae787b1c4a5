import { readFileSync } from "node:fs";
import path from "node:path";
import { kinds } from "./kinds";
import { cellsOf, faults, operations, reasonToLeaveOut } from "./table";

const cells = operations.flatMap(cellsOf);

test("the table has at least 300 cells, and a reason for each omitted one", () => {
  const rows = Object.values(faults);
  const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
  const all = kindNames.flatMap((kind) =>
    operations.flatMap((operation) => rows.map((row) => [kind, operation, row] as const)),
  );
  const leftOut = all.filter(([kind, operation, row]) => reasonToLeaveOut(kind, operation, row));
  expect(cells.length).toBeGreaterThanOrEqual(300);
  expect(cells.length + leftOut.length).toBe(all.length);
});

test("each cell that does not converge has an error text to match", () => {
  const silent = cells.filter(({ ending, says }) => ["fails", "in doubt"].includes(ending) && !says);
  expect(silent.map(({ title }) => title)).toEqual([]);
});

test("the page on reliability names the number of cells", () => {
  const page = readFileSync(path.resolve(__dirname, "../../../docs/reliability.md"), "utf8");
  expect(page).toContain(`${cells.length} cases`);
});
