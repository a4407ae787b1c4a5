import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { renameKeys } from "../../api/calls/naming";
import type { JsonObject } from "../../values/json";
import { parseUrnName } from "../../values/urn";

/** What Pulumi would do with a resource. */
export type Verb = (typeof verbs)[number];

const verbs = ["create", "update", "replace", "delete", "import"] as const;

/** A resource that a preview changes, or that was changed outside of Pulumi. */
export interface Change {
  verb: Verb;
  /** The last part of the type, such as `OriginGroup`. */
  type: string;
  name: string;
  /** Its ID before the change. */
  id?: string | undefined;
  /** Its arguments before and after the change. */
  before: JsonObject;
  after: JsonObject;
  /** The paths that Pulumi found different. */
  paths: readonly string[];
  /** Whether it is a resource of this package. */
  isOwn: boolean;
  /** The arguments whose change replaces the resource. */
  replacedFor: readonly string[];
}

/** The contents of a preview. */
export interface Preview {
  changes: readonly Change[];
  /** What a refresh found changed outside of Pulumi: `before` in the state, `after` on the platform. */
  drift: readonly Change[];
  errors: readonly string[];
  notices: readonly string[];
  unchanged: number;
}

const values = z.record(z.string(), z.unknown()).nullish();

const texts = z.array(z.string()).nullish();

const state = z
  .looseObject({ id: z.string().optional(), inputs: values })
  .nullish()
  .transform((value) => ({
    id: value?.id,
    // The settings of a provider of the dynamic host, as programs call them.
    inputs: renameKeys(value?.inputs ?? {}, (key) => key.replace(/^edgecloud:/, "")),
  }));

const step = z.looseObject({
  op: z.string(),
  urn: z.string(),
  oldState: state,
  newState: state,
  replaceReasons: texts,
  diffReasons: texts,
  detailedDiff: values,
});

const jsonPreview = z
  .looseObject({
    steps: z.array(step).nullish(),
    diagnostics: z.array(z.looseObject({ message: z.string(), severity: z.string() })).nullish(),
    changeSummary: z.record(z.string(), z.number()).nullish(),
  })
  .refine(({ steps, diagnostics }) => steps !== undefined || diagnostics !== undefined);

type Step = z.output<typeof step>;

/** What an operation does with a resource; undefined if nothing. */
function findVerb(op: string): Verb | undefined {
  return op === "import-replacement" ? "replace" : verbs.find((verb) => verb === op);
}

/**
 * Reads what `pulumi preview --json` prints.
 *
 * @throws An `Error` with a sentence for the user.
 */
export function readPreview(text: string): Preview {
  let data: z.output<typeof jsonPreview>;
  try {
    data = jsonPreview.parse(JSON.parse(text));
  } catch (error) {
    const problem = "this is not the complete standard output of `pulumi preview --json`, which nothing else replaces";
    throw new Error(problem, { cause: error });
  }
  const all = data.steps ?? [];
  const steps = all.filter(({ urn }) => isResource(urn));
  const changes = steps.flatMap(toChanges);
  const has = (...ops: string[]) => all.some(({ op }) => ops.includes(op));
  // `pulumi refresh --preview-only` runs no program: all that it shows is drift.
  const isDrift = has("refresh") && !has("same", "create");
  // Pulumi counts the stack among what is unchanged.
  const stacks = all.filter(({ op, urn }) => op === "same" && !isResource(urn));
  const collectMessages = (severity: string) =>
    (data.diagnostics ?? [])
      .filter((entry) => entry.severity === severity)
      .map(({ message }) => message.trim().replace(/^error: /, ""));
  return {
    changes: isDrift ? [] : changes,
    drift: isDrift ? changes : findDrift(steps),
    errors: collectMessages("error"),
    notices: collectMessages("info"),
    unchanged: Math.max((data.changeSummary?.same ?? 0) - stacks.length, 0),
  };
}

function toChanges({ op, urn, oldState, newState, replaceReasons, detailedDiff, diffReasons }: Step): Change[] {
  const verb = findVerb(op);
  if (verb === undefined) {
    return [];
  }
  const { id, inputs: before } = oldState;
  const { inputs: after } = newState;
  // Of a provider, Pulumi may say nothing more than that it changes.
  const isHidden = isProvider(urn) && isDeepStrictEqual(before, after);
  const named = Object.keys(detailedDiff ?? {});
  const paths = named.length > 0 ? named : (diffReasons ?? (isHidden ? Object.keys(after) : []));
  return [{ ...parseSubject(urn), verb, id, before, after, paths, replacedFor: replaceReasons ?? [] }];
}

/** With `--refresh`, each resource comes twice: as it was in the state, and as it is compared with the program. */
function findDrift(steps: readonly Step[]): Change[] {
  return steps
    .filter(({ op }) => op === "refresh")
    .map(({ urn, oldState: { inputs: before } }): Change => {
      const next = steps.find((other) => other.urn === urn && findVerb(other.op));
      const isGone = next?.op === "create";
      const after = isGone ? {} : (next?.oldState.inputs ?? before);
      return { ...parseSubject(urn), verb: isGone ? "delete" : "update", before, after, paths: [], replacedFor: [] };
    })
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

/** Whether it is declared in the program: no stack, and no provider that Pulumi makes by itself. */
function isResource(urn: string): boolean {
  return parseType(urn) !== "pulumi:pulumi:Stack" && !(isProvider(urn) && /^default(_|$)/.test(parseUrnName(urn)));
}

function isProvider(urn: string): boolean {
  return parseType(urn).startsWith("pulumi:providers:");
}

function parseSubject(urn: string): Pick<Change, "type" | "name" | "isOwn"> {
  const type = parseType(urn);
  const shown = isProvider(urn) ? "Provider" : (type.split(/[:/]/).at(-1) ?? type);
  return { type: shown, name: parseUrnName(urn), isOwn: /^(pulumi-nodejs:dynamic\/)?edgecloud:/.test(type) };
}

function parseType(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}
