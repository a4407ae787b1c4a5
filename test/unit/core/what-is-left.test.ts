import type { Operation } from "../../../provider/core/reconcile";
import { whatIsLeft } from "../../../provider/core/what-is-left";

const first = "waits first for the last change: ";
it.each<[string, Operation | undefined, string | undefined]>([
  ["none", undefined, undefined],
  ["a task", { kind: "create", tasks: ["t-1"] }, `${first}task t-1`],
  ["tasks", { kind: "update", tasks: ["t-1", "t-2"] }, `${first}tasks t-1, t-2`],
  ["a task, though it is unconfirmed", { kind: "update", tasks: ["t-1"], unconfirmed: true }, `${first}task t-1`],
  [
    "a creation of unknown fate",
    { kind: "create", unconfirmed: true },
    "finds out first whether the last `pulumi up` created it",
  ],
  [
    "a change of unknown fate",
    { kind: "update", unconfirmed: true },
    "is sent again as a whole: the answer to the last change was lost, so nobody knows whether it was carried out",
  ],
  ["work without tasks", { kind: "update", tasks: [] }, "goes on with the last change, which is not over"],
  ["work of which nothing is known", { kind: "create" }, "goes on with the last change, which is not over"],
])("what is left of an operation: %s", (_, operation, text) => {
  expect(whatIsLeft(operation)).toBe(text);
});
