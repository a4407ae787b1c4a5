import type { RequestLogEntry } from "edgecloud-emulator";
import type { Sight, Trial } from "./course";
import { kinds, type Version } from "./kinds";
import type { Cell, Effect } from "./table";
import { maxRetries } from "./ways";

/** How often a change is sent that nobody answers: by the client, and again after each of two looks. */
const mostAttempts = 3 * (1 + maxRetries);

const verbs = {
  create: "creating",
  adopt: "adopting",
  read: "reading",
  update: "updating",
  delete: "deleting",
} as const;

/** What there is at a moment, in short. */
interface Summary {
  platform: Version;
  state: Version;
  /** What the state says of an operation that is not over. */
  operation: unknown;
}

/** That the run with the fault has ended as the table says. */
export function expectEnding(cell: Cell, trial: Trial): void {
  const { before, faulty } = trial;
  const then = summaryOf(cell, faulty);
  if (cell.ending === "converges" || cell.ending === "gone") {
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
    // It stays in the state, and so it is sent again, whatever has become of it.
    expect({ ...then, platform: undefined }).toEqual({ ...summaryOf(cell, before), platform: undefined });
    return;
  }
  expect(said).toMatch(
    /; it is not known whether the (group|snapshot|function|change) was (created|changed|carried out)/,
  );
  const isNameless = cell.operation === "create" && cell.kind === "group";
  expect(then.operation).toEqual(isNameless ? undefined : { kind: expect.any(String) as string, unconfirmed: true });
}

/** That the next run, without the fault, has put right what was left to do, and that nothing is left to do after it. */
export function expectConverged(cell: Cell, { clean, id, next }: Trial): void {
  expect({ errors: clean.errors, ...summaryOf(cell, clean) }).toEqual({ errors: [], ...wanted(cell) });
  expect(clean.resource?.id).toEqual(wanted(cell).state && id);
  const remakes = cell.operation === "read" && cell.ending === "gone";
  expect(next).toBe(cell.operation === "delete" ? undefined : remakes ? "create" : "same");
}

/** That the platform was asked for no change more than it takes: none twice, none too many, none that is left behind. */
export function expectFewChanges(cell: Cell, { faulty, clean, hits, left }: Trial): void {
  const { kind, operation, ending, row } = cell;
  const isSettled = ending === "converges" || ending === "gone";
  expectHits(cell, hits);
  expect(left).toBe(wantedLeft(cell));
  if (operation === "read") {
    expect([faulty.changes, clean.changes]).toEqual([[], []]);
    return;
  }
  expect(clean.changes.map(({ status }) => isGood(status))).toEqual(isSettled ? [] : [true]);
  expect(new Set(faulty.changes.map(({ body }) => JSON.stringify(body))).size).toBeLessThanOrEqual(1);
  const accepted = [...faulty.changes, ...clean.changes].filter((change) => wasAccepted(cell, change)).length;
  if (ending === "gone") {
    expect(accepted).toBe(0);
    return;
  }
  expect(accepted).toBeGreaterThanOrEqual(1);
  if (isRepeatable(cell)) {
    // The whole group, or the same merge patch, once more does no harm; a second delete finds nothing.
    expect(accepted).toBeLessThanOrEqual(kinds[kind].methods[operation] === "DELETE" ? 1 : 2);
  } else if (typeof row.effect === "object") {
    expect(accepted).toBe(1);
    // Nothing is sent again that was carried out: a look has found it.
    const others = faulty.changes.filter(({ fault }) => fault === null);
    expect(others).toHaveLength(ending === "converges" && !appliesTo(row.effect) ? 1 : 0);
  }
}

/** The fault was met: as often as it is there, or as long as there is patience. */
function expectHits({ operation, ending, row: { effect } }: Cell, hits: number): void {
  if (typeof effect !== "object" || ending === "gone") {
    expect(hits).toBe(0);
  } else if (ending === "converges") {
    expect(hits).toBe(effect.times ?? 1);
  } else {
    expect(hits).toBeGreaterThanOrEqual(1);
    expect(hits).toBeLessThanOrEqual(operation === "read" ? 1 + maxRetries : mostAttempts);
  }
}

function saidOf({ kind, operation }: Cell, { item, faulty: { errors } }: Trial): string {
  expect(errors).toHaveLength(1);
  const { noun, label } = kinds[kind];
  // Snapshots are never made: what is created is what a program manages of one.
  const verb = operation === "adopt" && kind === "snapshot" ? verbs.create : verbs[operation];
  const subject = `${verb} ${noun} ${JSON.stringify(label(item))}: `;
  const [error = ""] = errors;
  expect(error.slice(0, subject.length)).toBe(subject);
  return error.slice(subject.length);
}

function summaryOf({ kind }: Cell, { platform, resource }: Sight): Summary {
  const state = resource && kinds[kind].inState(resource.inputs);
  return { platform, state, operation: resource?.outputs.operation };
}

/** What is to be there in the end. */
function wanted({ kind, operation, ending }: Cell): Summary {
  const operationLeft = { operation: undefined };
  if (ending === "gone") {
    return { platform: undefined, state: undefined, ...operationLeft };
  }
  const restored = kind === "snapshot" ? "found" : undefined;
  return operation === "delete"
    ? { platform: restored, state: undefined, ...operationLeft }
    : { platform: "after", state: "after", ...operationLeft };
}

/** What is to be there after everything was destroyed. */
function wantedLeft({ kind, operation, ending }: Cell): Version {
  if (kind === "snapshot" || (kind === "group" && operation === "adopt")) {
    return ending === "gone" ? undefined : "found";
  }
  // Of a function the state does not know what it was like before.
  return kind === "function" && operation === "adopt" ? "after" : undefined;
}

function isGood(status: number | null): boolean {
  return status !== null && status < 300;
}

/** Whether a call may be made again after its answer was lost, without a look: then the client does so. */
function isRepeatable({ kind, operation }: Cell): boolean {
  return ["PUT", "DELETE"].includes(kinds[kind].methods[operation]) || kind === "snapshot";
}

/** Whether the platform has carried the change out; what a fault answered in its place does not tell. */
function wasAccepted({ row: { effect } }: Cell, { status, fault }: RequestLogEntry): boolean {
  return fault === null || typeof effect !== "object" ? isGood(status) : appliesTo(effect);
}

function appliesTo({ reset, broken, answer }: Effect): boolean {
  return reset === "after" || broken !== undefined || answer?.applied === true;
}
