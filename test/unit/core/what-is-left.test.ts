import type { Operation } from "../../../provider/core/reconcile";
import { unfinishedText } from "../../../provider/core/unfinished";

const first = "first waits for the last change: ";
it.each<[string, Operation | undefined, string | undefined]>([
  ["none", undefined, undefined],
  ["a task", { kind: "create", tasks: ["t-1"] }, `${first}task t-1`],
  ["tasks", { kind: "update", tasks: ["t-1", "t-2"] }, `${first}tasks t-1, t-2`],
  ["a task, though it is unconfirmed", { kind: "update", tasks: ["t-1"], unconfirmed: true }, `${first}task t-1`],
  [
    "a creation of unknown fate",
    { kind: "create", unconfirmed: true },
    "first finds out whether the last `pulumi up` created it",
  ],
  [
    "a change of unknown fate",
    { kind: "update", unconfirmed: true },
    "is sent again as a whole: the answer to the last change was lost, so it is unknown whether it was carried out",
  ],
  ["work without tasks", { kind: "update", tasks: [] }, "resumes the last change, which has not finished"],
  ["work of which nothing is known", { kind: "create" }, "resumes the last change, which has not finished"],
])("what is left of an operation: %s", (_, operation, text) => {
  expect(unfinishedText(operation)).toBe(text);
});
