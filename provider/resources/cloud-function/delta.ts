import { isDeepStrictEqual } from "node:util";
import type { FunctionAnswer } from "../../api/calls/functions";
import { pick, type JsonObject } from "../../values/json";
import { mayBeSecret } from "../../model/cloud-function";
import { declaredIn } from "./normalize";
import { emptyValues, failedStatus, transientStatus, type Declared } from "./schema";
import { onPlatform, patchBody } from "./wire";

/**
 * The body that sets the declared fields and resets those that were only declared `before`; undefined if nothing
 * differs.
 */
export function patchTo(answer: FunctionAnswer, wanted: Declared, before: Declared = {}): object | undefined {
  const changed = changedFields(answer, { ...emptied(wanted, before), ...wanted }, before);
  return Object.keys(changed).length > 0 ? patchBody(changed, answer) : undefined;
}

/** The body with all declared fields and all resets, whatever the platform has. */
export function fullPatch(answer: FunctionAnswer, wanted: Declared, before: Declared): object {
  return patchBody({ ...emptied(wanted, before), ...wanted }, answer);
}

/**
 * The arguments in which a function differs from what was sent to create it. Fields that were not sent are expected to
 * be empty, except `disabled`, which no creation sends, and limits of autoscaling, which the platform chooses.
 */
export function differences(answer: FunctionAnswer, { runtime, ...sent }: Declared & { runtime: string }): string[] {
  const expected = pick({ ...emptyValues, ...declaredIn(sent) }, (key) => key !== "disabled");
  const changed = Object.keys(changedFields(answer, expected));
  return (answer.runtime ?? runtime) === runtime ? changed : ["runtime", ...changed];
}

/** The status that shows that the platform is still working on the function; undefined if it is idle. */
export function transitionOf({ status, build_status }: FunctionAnswer): string | undefined {
  return [status, build_status].find((word) => transientStatus.test(word ?? "")) ?? undefined;
}

/** The status of a function and of its build. */
interface Words {
  status?: string | null;
  buildStatus?: string | null;
}

/** Why an idle function cannot be called: its build or the platform has failed. Undefined if it can. */
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

/** The declared fields as they are on the platform while a change is in progress, without former secrets. */
export function fieldsDuringChange(answer: FunctionAnswer, wanted: Declared, before: Declared): Declared {
  return withoutFormerSecrets(onPlatform(answer, wanted, before), wanted, before);
}

/**
 * Reduces the `known` fields to what is safe to store. Pulumi encrypts only what the present program marks as secret,
 * so former values of code, dependencies and variables are left out, and removed fields have their empty value. That
 * is enough to see that they must change.
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

/** The fields that were declared before and are no longer, with their empty values. */
function emptied(wanted: Declared, before: Declared): Declared {
  return pick(emptyValues, (key) => key in before && !(key in wanted));
}

/** The fields of `target` that differ on the platform; fields that the answer lacks are taken from `known`. */
function changedFields(answer: FunctionAnswer, target: Declared, known = target): Declared {
  const found: Record<string, unknown> = { ...onPlatform(answer, target, known) };
  return pick(target, (key, value) => !isDeepStrictEqual(found[key], value));
}
