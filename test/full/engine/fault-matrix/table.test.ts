import { readFileSync } from "node:fs";
import path from "node:path";
import { kinds } from "./kinds";
import { cellsOf, faults, operations, reasonToLeaveOut } from "./table";

const cells = operations.flatMap(cellsOf);

test("the table has at least 300 cells, and leaves out only these", () => {
  const rows = Object.values(faults);
  const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
  const reasons = kindNames.flatMap((kind) =>
    operations.flatMap((operation) => rows.flatMap((row) => reasonToLeaveOut(kind, operation, row) ?? [])),
  );
  const counts = new Map<string, number>();
  reasons.forEach((reason) => counts.set(reason, (counts.get(reason) ?? 0) + 1));
  expect(cells.length).toBeGreaterThanOrEqual(300);
  expect(Object.fromEntries(counts)).toEqual({
    "its attributes are there with the snapshot: creating the resource is adopting them": rows.length,
    "the platform locks no group": operations.length,
    "there is nothing yet that could be locked": 2,
  });
});

test("each cell that does not converge has an error text to match", () => {
  const silent = cells.filter(({ ending, says }) => ending !== "converges" && !says);
  expect(silent.map(({ title }) => title)).toEqual([]);
});

test("the page on reliability names the number of cells", () => {
  const page = readFileSync(path.resolve(__dirname, "../../../../docs/reliability.md"), "utf8");
  expect(page).toContain(`${cells.length} cases`);
});
