import type { UnfinishedOperation } from "../../../provider/core/reconcile";
import { describeUnfinished } from "../../../provider/core/unfinished";

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
