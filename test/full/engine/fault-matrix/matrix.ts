import { runCourse, type Course } from "./course";
import type { Operation } from "./kinds";
import { cellsOf } from "./table";
import { expectConverged, expectEnding, expectFewChanges } from "./verdict";

/** The tests of an operation: one for each cell of the table, and those of the runs as a whole. */
export function describeMatrix(operation: Operation): void {
  const cells = cellsOf(operation);
  let course: Course;

  beforeAll(async () => {
    course = await runCourse(operation, cells);
  }, 900_000);

  test.each(cells)("$title", (cell) => {
    const trial = course.trials.get(cell)!;
    expectEnding(cell, trial);
    expectConverged(cell, trial);
    expectFewChanges(cell, trial);
  });

  test(`${operation}: both runs end by themselves, and the run without faults succeeds`, () => {
    const { faulty, clean } = course;
    expect([faulty.wasCut, clean.wasCut]).toEqual([false, false]);
    expect(clean.failure).toBeUndefined();
  });

  // Pulumi's host itself prints the errors of failed reads, diffs and deletes once more.
  const repeated = /^(Error: (reading|comparing|deleting) .*)?\s*$/s;

  test(`${operation}: prints only messages of Pulumi and the resources`, () => {
    const strays = [course.faulty, course.clean].flatMap(({ events }) =>
      events.flatMap(({ diagnosticEvent }) =>
        diagnosticEvent?.severity === "info#err" ? [diagnosticEvent.message] : [],
      ),
    );
    expect(strays.filter((text) => !repeated.test(text))).toEqual([]);
  });

  test(`${operation}: leaves no unknown object after destroy`, () => {
    const known = cells.filter((cell) => course.trials.get(cell)?.left !== undefined);
    expect(course.objectsLeft).toBe(known.length);
  });
}
