import type { FunctionAnswer } from "../../api/calls/functions";
import { ApiError, ConflictError, NotFoundError, TaskFailedError, UnknownTaskError } from "../../api/failures/errors";
import { describeFailures, type TaskStatus } from "../../api/calls/task-poller";
import { adviseOnTakenName } from "../../core/claims";
import { withoutSecrets } from "../../model/cloud-function";
import { findDifferences } from "./delta";
import type { Ownership } from "./plan-ownership";
import type { Observed } from "./plan-steps";

/** The function exists, but its build has failed, so that it cannot be called. The next operation builds it again. */
export class BrokenFunctionError extends ApiError {}

/** The error of a creation whose name another function has. */
export function explainNameTaken(
  { ref, sent }: Pick<Ownership, "ref" | "sent">,
  actual: FunctionAnswer,
  isPreview = false,
): Error {
  const fields = sent[0] ? findDifferences(actual, sent[0]) : [];
  const isSame = fields.length === 0;
  const differs = isSame ? "with the same content" : `differs in: ${fields.join(", ")}`;
  return new ConflictError({
    message:
      `name: the namespace "${ref.namespace}" already has a function "${ref.name}" (${differs}). ` +
      adviseOnTakenName({ noun: "function", adopting: "adopt: true", isSame, isPreview }),
  });
}

export function explainFailedTasks(observed: Observed): TaskFailedError {
  return new TaskFailedError({ message: withBuildMessage(describeFailures(observed.tasks) ?? "", observed) });
}

/** A creation has failed, but has left a function behind. */
export function explainLeftover({ message }: Error): Error {
  return new TaskFailedError({
    message: `${message}. The function exists on the platform nevertheless and stays in the state`,
  });
}

/** A creation has failed, and its name belongs to another function. */
export function explainFailureAndNameTaken({ message }: Error, nameTaken: Error): Error {
  return new ConflictError({ message: `${message}. Besides, ${nameTaken.message}` });
}

export function explainBrokenFunction(breakage: string, observed: Observed): BrokenFunctionError {
  const reason = withBuildMessage(`it cannot be called, as ${breakage}`, observed);
  return new BrokenFunctionError({
    message: `${reason}. The function stays in the state, and the next \`pulumi up\` builds it again`,
  });
}

export function explainDisappearance(): Error {
  return new NotFoundError({ message: "the function disappeared while it was being built; run `pulumi up` again" });
}

/** The platform has started tasks, but never finds them. */
export function explainUnknownTasks(
  taskPath: string,
  openTasks: readonly TaskStatus[],
  { actual }: Observed,
): UnknownTaskError {
  const status = actual?.status ? `the function itself is ${actual.status}` : "the function itself is not visible";
  return new UnknownTaskError({
    message:
      `the platform started ${openTasks.map(({ id }) => `task ${id}`).join(", ")}, but does not find it at ${taskPath}; ` +
      `${status}. If the platform serves its tasks at another path, set edgecloud:taskPath`,
  });
}

/** Appends the build's output, which may print variables, also those that only the platform knows. */
function withBuildMessage(reason: string, { actual, buildMessage: earlier }: Observed): string {
  const build = actual?.build_message || earlier || "";
  const repeats = build === "" || reason.includes(build);
  return repeats ? reason : `${reason.replace(/\.$/, "")}. Build: ${withoutSecrets(build, actual ?? {})}`;
}
