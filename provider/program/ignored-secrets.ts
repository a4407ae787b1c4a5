import type { JsonObject } from "../json";
import { secretsOf, type ArraySecrets } from "../core/array-secrets";
import { mapKeyOf } from "./extract-secrets";
import { isDeferred, outputOf } from "./program";
import { createProgramError } from "./program-error";

type Step = string | number;

const anyStep = "*";

/**
 * Program side: the paths of `ignoreChanges`, and those to which the secrets below them are moved. `sources` leads to
 * `s3Credentials` too, `sources[1].config.s3AccessKeyId` to `s3Credentials["media"].accessKeyId`.
 */
export function ignoredPaths(ignored: readonly string[], args: JsonObject, spec: ArraySecrets): string[] {
  const moved = ignored.flatMap((path) => movedPaths(stepsOf(path), args[spec.array], spec));
  return [...new Set([...ignored, ...moved])];
}

/**
 * Program side: the arguments, which fail as soon as an array that is an output turns out to hold secrets at a position
 * that `ignored` names. Pulumi takes the paths before the array is known, and so before it is known where these secrets
 * are moved to.
 */
export function refuseIgnoredLater(
  resourceName: string,
  ignored: readonly string[],
  args: JsonObject,
  spec: ArraySecrets,
): JsonObject {
  const entries = args[spec.array];
  if (ignored.length === 0 || !isDeferred(entries)) {
    return args;
  }
  const refuse = (known: unknown) => {
    const lost = ignored.find((path) => secretsAt(path, known, spec));
    if (lost !== undefined) {
      throw createProgramError(
        `${resourceName}: ignoreChanges: ${lost} does not work for the credentials while ${spec.array} is an output; ` +
          `write ${spec.array}[*] for all of them, or ${spec.map}["<${spec.key}>"] for one`,
      );
    }
    return known;
  };
  return { ...args, [spec.array]: outputOf(entries).apply(refuse) };
}

function movedPaths(steps: Step[], entries: unknown, spec: ArraySecrets): string[] {
  const [array, position, object, leaf, ...inside] = steps;
  if (array !== spec.array || inside.length > 0 || (object !== undefined && !covers(object, spec.object))) {
    return [];
  }
  if (position === undefined) {
    return [spec.map];
  }
  const places = keysAt(position, entries, spec).map((key) => `${spec.map}${key}`);
  const leaves = Object.keys(spec.leaves).filter((kept) => leaf !== undefined && covers(leaf, spec.leaves[kept]));
  return leaf === undefined ? places : places.flatMap((place) => leaves.map((kept) => `${place}.${kept}`));
}

function keysAt(position: Step, entries: unknown, spec: ArraySecrets): string[] {
  if (position === anyStep) {
    return [`[${anyStep}]`];
  }
  const isThere = typeof position === "number" && Array.isArray(entries) && position in entries;
  return isThere ? [`["${mapKeyOf(entries[position], position, spec).replaceAll('"', '\\"')}"]`] : [];
}

/** Whether a path names a position, and there are secrets at or below it. */
function secretsAt(path: string, entries: unknown, spec: ArraySecrets): boolean {
  const steps = stepsOf(path);
  const [, position] = steps;
  return (
    typeof position === "number" &&
    movedPaths(steps, entries, spec).length > 0 &&
    secretsOf((entries as unknown[])[position], spec) !== undefined
  );
}

function covers(step: Step, name: string | undefined): boolean {
  return step === anyStep || step === name;
}

/** The steps of a path as the engine reads it, `a.b[0]["c.d"].*`; none if it cannot be read. */
function stepsOf(path: string): Step[] {
  const step = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[(\*)\]|\["((?:\\"|[^"])*)"\]/y;
  const steps: Step[] = [];
  while (step.lastIndex < path.length) {
    const [, name, index, any, quoted] = step.exec(path) ?? [];
    const found = index === undefined ? (name ?? any ?? quoted?.replaceAll('\\"', '"')) : Number(index);
    if (found === undefined) {
      return [];
    }
    steps.push(found);
  }
  return steps;
}
