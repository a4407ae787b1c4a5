import { isDeepStrictEqual } from "node:util";
import type { FunctionAnswer } from "../../api/calls/functions";
import { pick, type JsonObject } from "../../values/json";
import { mayBeSecret } from "../../model/cloud-function";
import { declaredIn } from "./normalize";
import { emptyValues, failedStatus, transientStatus, type Declared } from "./schema";
import { onPlatform, patchBody } from "./wire";

/**
 * What must be sent so that the platform has what is declared, and what was declared `before` and is no longer is empty.
 * Undefined if nothing must.
 */
export function patchTo(answer: FunctionAnswer, wanted: Declared, before: Declared = {}): object | undefined {
  const changed = changedFields(answer, { ...emptied(wanted, before), ...wanted }, before);
  return Object.keys(changed).length > 0 ? patchBody(changed, answer) : undefined;
}

/** All that is declared, and what is to be emptied, regardless of what the platform has. */
export function fullPatch(answer: FunctionAnswer, wanted: Declared, before: Declared): object {
  return patchBody({ ...emptied(wanted, before), ...wanted }, answer);
}

/**
 * The arguments in which a function is not what was sent to create it; what was not sent is empty. Whether it is disabled
 * is not sent; limits of autoscaling that were not sent are the platform's choice.
 */
export function differences(answer: FunctionAnswer, { runtime, ...sent }: Declared & { runtime: string }): string[] {
  const expected = pick({ ...emptyValues, ...declaredIn(sent) }, (key) => key !== "disabled");
  const changed = Object.keys(changedFields(answer, expected));
  return (answer.runtime ?? runtime) === runtime ? changed : ["runtime", ...changed];
}

/** The word for the platform being still at work on a function, if it says one. */
export function transitionOf({ status, build_status }: FunctionAnswer): string | undefined {
  return [status, build_status].find((word) => transientStatus.test(word ?? "")) ?? undefined;
}

/** What a function and its build say of themselves. */
interface Words {
  status?: string | null;
  buildStatus?: string | null;
}

/** Why a function cannot be called although nothing is going on, if its build or the platform has failed. */
export function breakageOf({ status, buildStatus }: Words): string | undefined {
  if (failedStatus.test(buildStatus ?? "")) {
    return `the last build has failed (buildStatus ${JSON.stringify(buildStatus)})`;
  }
  return failedStatus.test(status ?? "") ? `it has the status ${JSON.stringify(status)}` : undefined;
}

/** Whether the platform says that it is deleting the function. */
export function isBeingDeleted({ status }: FunctionAnswer): boolean {
  return /^deleting$/i.test(status ?? "");
}

/** The declared fields while their change is in progress: as they are on the platform, without what may be secret. */
export function fieldsDuringChange(answer: FunctionAnswer, wanted: Declared, before: Declared): Declared {
  return withoutFormerSecrets(onPlatform(answer, wanted, before), wanted, before);
}

/**
 * Of the `known` fields, what may be stored beside what is `wanted`. Of fields that were removed, and of code,
 * dependencies and variables that are declared otherwise, only that they must be emptied or changed is stored: they
 * may be secret, which Pulumi knows of present values only.
 */
export function withoutFormerSecrets(known: Declared, wanted: Declared, before: Declared): Declared {
  const shown = pick(known, (key, value) => {
    const isDeclared = Object.hasOwn(wanted, key);
    return (
      isDeclared && (!mayBeSecret.some((name) => name === key) || isDeepStrictEqual(value, (wanted as JsonObject)[key]))
    );
  });
  const envs = known.envs && wanted.envs && { envs: pick(known.envs, (name, value) => wanted.envs?.[name] === value) };
  return declaredIn({ ...emptied({}, { ...before, ...known }), ...shown, ...envs });
}

/** What was declared before and is no longer, with the value to which it goes back. */
function emptied(wanted: Declared, before: Declared): Declared {
  return pick(emptyValues, (key) => key in before && !(key in wanted));
}

/** The fields of `target` that differ on the platform; `known` stands for those that the answer lacks. */
function changedFields(answer: FunctionAnswer, target: Declared, known = target): Declared {
  const found: Record<string, unknown> = { ...onPlatform(answer, target, known) };
  return pick(target, (key, value) => !isDeepStrictEqual(found[key], value));
}
