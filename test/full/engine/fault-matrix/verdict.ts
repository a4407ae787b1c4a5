import type { RequestLogEntry } from "edgecloud-emulator";
import { maxRetries } from "./connections";
import type { Observation, Trial } from "./course";
import { kinds, type Version } from "./kinds";
import type { Cell, Effect } from "./table";
import { readPrivateState } from "../../../engine/setup/private-state";

/** How often a change without an answer is sent: by the client, and again after each of two observations. */
const maxAttempts = 3 * (1 + maxRetries);

const verbs = {
  create: "creating",
  adopt: "adopting",
  read: "reading",
  update: "updating",
  delete: "deleting",
} as const;

/** The situation at one moment, in short. */
interface Summary {
  platform: Version;
  state: Version;
  /** The unfinished operation in the state. */
  operation: unknown;
}

/** Expects that the run with the fault has ended as the table says. */
export function expectEnding(cell: Cell, trial: Trial): void {
  const { before, faulty } = trial;
  const then = summaryOf(cell, faulty);
  if (cell.ending === "converges") {
    expect({ errors: faulty.errors, ...then }).toEqual({ errors: [], ...wanted(cell) });
    return;
  }
  const said = saidOf(cell, trial);
  expect(said).toMatch(cell.says!);
  if (cell.ending === "fails") {
    expect(said).not.toMatch(/not known/);
    expect(then).toEqual(summaryOf(cell, before));
    return;
  }
  if (cell.operation === "delete") {
    // The resource stays in the state, and the delete is sent again, whatever its outcome was.
    expect({ ...then, platform: undefined }).toEqual({ ...summaryOf(cell, before), platform: undefined });
    return;
  }
  expect(said).toMatch(
    /; it is not known whether the (group|snapshot|namespace|function|change) was (created|changed|carried out)/,
  );
  const isNameless = cell.operation === "create" && cell.kind === "group";
  expect(then.operation).toEqual(isNameless ? undefined : { kind: expect.any(String) as string, unconfirmed: true });
}

/** Expects that the next run, without the fault, has completed the operation and left nothing to do. */
export function expectConverged(cell: Cell, { clean, id, next }: Trial): void {
  expect({ errors: clean.errors, ...summaryOf(cell, clean) }).toEqual({ errors: [], ...wanted(cell) });
  expect(clean.resource?.id).toEqual(wanted(cell).state && id);
  expect(next).toBe(cell.operation === "delete" ? undefined : "same");
}

/** Expects only the necessary changes on the platform: none twice, none too many, and no object left behind. */
export function expectFewChanges(cell: Cell, { faulty, clean, hits, left }: Trial): void {
  const { kind, operation, ending, row } = cell;
  expectHits(cell, hits);
  expect(left).toBe(wantedLeft(cell));
  if (operation === "read") {
    expect([faulty.changes, clean.changes]).toEqual([[], []]);
    return;
  }
  expect(clean.changes.map(({ status }) => isGood(status))).toEqual(ending === "converges" ? [] : [true]);
  expect(new Set(faulty.changes.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(1);
  const accepted = [...faulty.changes, ...clean.changes].filter((change) => wasAccepted(cell, change)).length;
  expect(accepted).toBeGreaterThanOrEqual(1);
  if (isRepeatable(cell)) {
    // It is harmless to send the whole group or the same merge patch again; a second delete finds nothing.
    expect(accepted).toBeLessThanOrEqual(kinds[kind].methods[operation] === "DELETE" ? 1 : 2);
  } else if (typeof row.effect === "object") {
    expect(accepted).toBe(1);
    // A change that was carried out is not sent again: an observation has found it.
    const others = faulty.changes.filter(({ fault }) => fault === null);
    expect(others).toHaveLength(ending === "converges" && !appliesTo(row.effect) ? 1 : 0);
  }
}

/** Expects that the fault was met: as often as it was set, or up to the limit of attempts. */
function expectHits({ operation, ending, row: { effect } }: Cell, hits: number): void {
  if (typeof effect !== "object") {
    expect(hits).toBe(0);
  } else if (ending === "converges") {
    expect(hits).toBe(effect.times ?? 1);
  } else {
    expect(hits).toBeGreaterThanOrEqual(1);
    expect(hits).toBeLessThanOrEqual(operation === "read" ? 1 + maxRetries : maxAttempts);
  }
}

function saidOf({ kind, operation }: Cell, { item, faulty: { errors } }: Trial): string {
  expect(errors).toHaveLength(1);
  const { noun, label } = kinds[kind];
  // Snapshots are never created: the resource manages attributes of an existing one.
  const verb = operation === "adopt" && kind === "snapshot" ? verbs.create : verbs[operation];
  const subject = `${verb} ${noun} ${JSON.stringify(label(item))}: `;
  const [error = ""] = errors;
  expect(error.slice(0, subject.length)).toBe(subject);
  return error.slice(subject.length);
}

function summaryOf({ kind }: Cell, { platform, resource }: Observation): Summary {
  const state = resource && kinds[kind].inState(resource.inputs);
  return { platform, state, operation: readPrivateState(resource).operation };
}

/** The expected situation at the end. */
function wanted({ kind, operation }: Cell): Summary {
  const restored = kind === "snapshot" ? "found" : undefined;
  return operation === "delete"
    ? { platform: restored, state: undefined, operation: undefined }
    : { platform: "after", state: "after", operation: undefined };
}

/** The expected object after everything was destroyed. */
function wantedLeft({ kind, operation }: Cell): Version {
  return kind === "snapshot" || operation === "adopt" ? kinds[kind].left : undefined;
}

function isGood(status: number | null): boolean {
  return status !== null && status < 300;
}

/** Whether the client may repeat a call after its answer was lost, without an observation. */
function isRepeatable({ kind, operation }: Cell): boolean {
  return ["PUT", "DELETE"].includes(kinds[kind].methods[operation]) || kind === "snapshot";
}

/** Whether the platform has carried out the change; the answer of a fault does not show it. */
function wasAccepted({ row: { effect } }: Cell, { status, fault }: RequestLogEntry): boolean {
  return fault === null || typeof effect !== "object" ? isGood(status) : appliesTo(effect);
}

function appliesTo({ reset, broken, answer }: Effect): boolean {
  return reset === "after" || broken !== undefined || answer?.applied === true;
}
