import { isDeepStrictEqual } from "node:util";
import type { FunctionAnswer } from "../../api/calls/functions";
import { mapValues, pick, type JsonObject } from "../../values/json";
import { Unknown } from "../../core/unknown";
import { pickDeclared, emptyValues, type Declared } from "./schema";
import { readDeclared, toPatchBody } from "./wire";

/**
 * The body that sets the declared fields and resets those that were only declared `before`; undefined if nothing
 * differs. With `resends` it has all of them.
 */
export function buildPatch(
  answer: FunctionAnswer,
  desired: Declared,
  before: Declared = {},
  resends = false,
): object | undefined {
  const target = withResets(desired, before);
  const changed = resends ? target : findChangedFields(answer, target, before);
  return Object.keys(changed).length > 0 ? toPatchBody(changed, answer) : undefined;
}

/** The declared fields, and the empty values of those that were only declared `before`. */
export function withResets(desired: Declared, before: Declared): Declared {
  return { ...pick(emptyValues, (key) => key in before && !(key in desired)), ...desired };
}

/**
 * The arguments in which a function differs from what was sent to create it. Fields that were not sent are expected to
 * be empty, except `disabled`, which no creation sends, and limits of autoscaling, which the platform chooses.
 */
export function findDifferences(
  answer: FunctionAnswer,
  { runtime, ...sent }: Declared & { runtime: string },
): string[] {
  const declared = pick({ ...emptyValues, ...pickDeclared(sent) }, (key) => key !== "disabled");
  // Of a variable that the program only names, the value that was sent is not known any more.
  const envs = mapValues(declared.envs as JsonObject, (value, name) =>
    value instanceof Unknown ? (answer.envs?.[name] ?? value) : value,
  );
  const expected = { ...declared, envs } as Declared;
  const changed = Object.keys(findChangedFields(answer, expected));
  return (answer.runtime ?? runtime) === runtime ? changed : ["runtime", ...changed];
}

/** A function's status while the platform works on it; there is no published list. */
const transientStatus = /^(new|pending|creating|building|deploying|updating|deleting)$/i;

/** The status of a failed function or build; there is no published list. */
const failedStatus = /^(build[ _-]?)?(fail(ed|ure)?|error(ed)?)$/i;

/** The status of a function that the platform is working on; undefined if it is idle. */
export function findTransition({ status, build_status }: FunctionAnswer): string | undefined {
  return [status, build_status].find((word) => transientStatus.test(word ?? "")) ?? undefined;
}

/** The status of a function and of its build. */
interface Statuses {
  status?: string | null;
  buildStatus?: string | null;
}

/** Why an idle function cannot be called; undefined if it can. */
export function describeBreakage({ status, buildStatus }: Statuses): string | undefined {
  if (failedStatus.test(buildStatus ?? "")) {
    return `the last build has failed (buildStatus ${JSON.stringify(buildStatus)})`;
  }
  return failedStatus.test(status ?? "") ? `it has the status ${JSON.stringify(status)}` : undefined;
}

/** The fields of `target` that differ on the platform; fields that the answer lacks are taken from `known`. */
function findChangedFields(answer: FunctionAnswer, target: Declared, known = target): Declared {
  const actual: Record<string, unknown> = { ...readDeclared(answer, target, known) };
  return pick(target, (key, value) => !isDeepStrictEqual(actual[key], value));
}
