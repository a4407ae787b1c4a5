import type { FaultInput } from "edgecloud-emulator";
import type { ConnectionName } from "./connections";
import { kinds, type KindName, type Operation } from "./kinds";

/**
 * How an operation that meets a fault ends:
 *
 * - `converges`: as if there had been none;
 * - `fails`: with one error, and neither the platform nor the state has changed;
 * - `in doubt`: with one error that says what is unknown; the next run finds out, or sends the change again.
 */
export type Ending = "converges" | "fails" | "in doubt";

/** What the emulator does to a call. */
export type Effect = Omit<FaultInput, "method" | "path" | "query" | "headers" | "body">;

/** By operation, for all resources or for one; the more specific key wins. */
type ByOperation<Value> = Partial<Record<Operation | `${Operation} ${KindName}`, Value>>;

interface Row {
  /**
   * What the emulator does to the one call that the operation depends on, the change or the read; `lock`: another
   * client has locked the object.
   */
  effect?: Effect | "lock";
  /** The connection; the ones that are broken themselves need no effect. */
  over?: ConnectionName;
  /** What the error says. */
  says?: RegExp | ByOperation<RegExp>;
  /** How operations end; those that are not named converge. */
  ends?: Ending | ByOperation<Ending>;
  /** Impossible cases, and why. */
  leftOut?: Partial<Record<KindName | `${Operation} ${KindName}`, string>>;
}

const always = 1_000_000;

const [fails, inDoubt] = ["fails", "in doubt"] as const;

const answer = (status: number, body?: unknown, more: object = {}): Effect => ({ answer: { status, body, ...more } });

const unreadable = /^the answer from .* cannot be understood: /;
const unreadableChange = { "adopt group": inDoubt, "update group": inDoubt } as const;
const notHandled = { "adopt snapshot": inDoubt, "update snapshot": inDoubt, "delete snapshot": inDoubt } as const;

/** The list has the object of which a 404 says that it is not there. In a read, the list itself is refused. */
function contradicted(said: string) {
  const isListed = new RegExp(`^${said} \\(404\\), but the list of [a-z ]+ has it\\. Check edgecloud:baseUrl `);
  const isUnread = new RegExp(`^${said} \\(404\\), but the list of [a-z ]+ could not be read \\(`);
  return { adopt: isListed, read: isUnread, update: isListed, delete: isListed };
}

/** Faults, and how each operation on each resource ends that meets one. */
export const faults: Record<string, Row> = {
  "429 without Retry-After": { effect: answer(429), over: "patient" },
  "429 with Retry-After": { effect: answer(429, undefined, { headers: { "Retry-After": "1" } }), over: "patient" },
  "500 once": { effect: answer(500, { message: "Internal server error." }) },
  "503 for long": {
    effect: { times: always, ...answer(503, "Service Unavailable") },
    says: /^Service Unavailable \(503\)/,
    ends: { create: inDoubt, adopt: inDoubt, read: fails, update: inDoubt, delete: inDoubt },
  },
  "reset before": { effect: { reset: "before" } },
  "reset after": { effect: { reset: "after" } },
  "never answered": {
    effect: { times: always, delayMs: 600_000 },
    over: "hasty",
    says: /^no complete answer from .* within \d seconds? \(edgecloud:requestTimeoutSeconds\)/,
    ends: { create: inDoubt, adopt: inDoubt, read: fails, update: inDoubt, delete: inDoubt },
  },
  drip: { effect: { broken: "drip" }, over: "hasty" },
  truncated: { effect: { broken: "truncated" } },
  malformed: { effect: { broken: "malformed" }, says: unreadable, ends: { read: fails, ...unreadableChange } },
  HTML: {
    effect: answer(200, "<!doctype html><title>Sign in</title>", { headers: { "content-type": "text/html" } }),
    says: unreadable,
    ends: { read: fails, ...unreadableChange, ...notHandled, "delete group": inDoubt },
  },
  "wrong type": {
    effect: answer(200, 42, { applied: true }),
    says: unreadable,
    ends: { read: fails, ...unreadableChange },
  },
  "200 against the schema": {
    effect: answer(200, { unheard: "of" }, { applied: true }),
    says: unreadable,
    ends: { read: fails, ...unreadableChange },
  },
  huge: {
    effect: { broken: "huge" },
    says: /maxContentLength size of 33554432 exceeded/,
    ends: { read: fails, ...unreadableChange },
  },
  redirect: {
    effect: answer(302, undefined, { headers: { location: "https://elsewhere.example.com/" } }),
    says: /redirects to https:\/\/elsewhere\.example\.com\/; the key is not sent there \(302\)\. Set edgecloud:baseUrl/,
    ends: fails,
  },
  "401": {
    effect: answer(401, { message: "Invalid key." }),
    says: /^Invalid key\. \(401\)\. The key comes from edgecloud:apiKey /,
    ends: fails,
  },
  "403": { effect: answer(403, { message: "Not allowed." }), says: /^Not allowed\. \(403\)/, ends: fails },
  "404 in the platform's form": {
    effect: answer(404, { exception_class: "NotFoundError", message: "Not found." }),
    says: {
      create: /^Not found\. \(404\)\. Check edgecloud:baseUrl /,
      "create function": /^namespace: .* seems to have no namespace .*: Not found\. \(404\)/,
      ...contradicted("Not found\\."),
    },
    ends: fails,
  },
  "404 from another server": {
    effect: answer(404, "default backend - 404"),
    says: {
      create: /^default backend - 404 \(404\)\. Check edgecloud:baseUrl /,
      "create function": /^namespace: .* seems to have no namespace .*: default backend - 404 \(404\)/,
      ...contradicted("default backend - 404"),
    },
    ends: fails,
  },
  "409": { effect: { times: 2, ...answer(409, { message: "Busy." }) }, says: /^Busy\. \(409\)/, ends: { read: fails } },
  lock: {
    effect: "lock",
    says: /is locked by task .*; timed out after 2 seconds/,
    ends: { adopt: fails, update: fails, delete: fails },
    leftOut: {
      group: "the platform locks no group",
      "create namespace": "there is nothing yet that could be locked",
      "create function": "there is nothing yet that could be locked",
    },
  },
  certificate: {
    over: "certificate",
    says: /^no connection to .* NODE_EXTRA_CA_CERTS/,
    ends: fails,
  },
  proxy: { over: "proxy", says: /^the proxy .* refused the connection with 403; check HTTPS_PROXY/, ends: fails },
};

/** Operations that a kind of resource does not have, and why. */
const missing: Partial<Record<`${Operation} ${KindName}`, string>> = {
  "create snapshot": "its attributes are there with the snapshot: creating the resource is adopting them",
};

/** One case: an operation on a resource that meets a fault. */
export interface Cell {
  kind: KindName;
  operation: Operation;
  fault: string;
  row: Row;
  ending: Ending;
  /** What the error says, if there is one. */
  says: RegExp | undefined;
  /** `origin group · create · 500 once: converges` */
  title: string;
}

/** All operations of the table. */
export const operations: readonly Operation[] = ["create", "adopt", "read", "update", "delete"];

const kindNames = Object.keys(kinds) as KindName[];

/** All cases of an operation. */
export function cellsOf(operation: Operation): Cell[] {
  const cells = kindNames.flatMap((kind) =>
    Object.entries(faults).map(([fault, row]) => ({
      kind,
      operation,
      fault,
      row,
      ending: endingOf(kind, operation, row),
      says: textOf(kind, operation, row),
    })),
  );
  return cells
    .filter(({ kind, row }) => reasonToLeaveOut(kind, operation, row) === undefined)
    .map((cell) => ({
      ...cell,
      title: [kinds[cell.kind].noun, operation, cell.fault].join(" · ") + `: ${cell.ending}`,
    }));
}

/** Why there is no such case; undefined if there is one. */
export function reasonToLeaveOut(kind: KindName, operation: Operation, { leftOut = {} }: Row): string | undefined {
  const key = `${operation} ${kind}` as const;
  return missing[key] ?? leftOut[kind] ?? leftOut[key];
}

function endingOf(kind: KindName, operation: Operation, { ends = {} }: Row): Ending {
  return typeof ends === "string" ? ends : (ends[`${operation} ${kind}`] ?? ends[operation] ?? "converges");
}

function textOf(kind: KindName, operation: Operation, { says = {} }: Row): RegExp | undefined {
  return says instanceof RegExp ? says : (says[`${operation} ${kind}`] ?? says[operation]);
}
