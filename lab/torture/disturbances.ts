import type { FaultInput, RequestLogEntry } from "edgecloud-emulator";
import type { Random } from "./random";

/** A fault of the emulator that can be written to a file. */
export interface Fault extends Omit<FaultInput, "when"> {
  /** Whether it is only for requests that change something. */
  readonly onlyChanges?: boolean;
}

/** Something that goes wrong while an operation runs. */
export interface Trouble {
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** A process of a run of Pulumi that a power cut could end; the host is the process that runs the resources. */
export type Victim = "host" | "engine" | "program";

/** A moment of an operation: when the emulator gets the request that `fault` matches, or is asked about its tasks. */
export interface Point {
  readonly name: string;
  readonly fault: Fault;
}

/** A kill while an operation runs. */
export interface Kill {
  readonly victim: Victim;
  readonly point: Point;
}

/** A phase in the life of a stack. */
export type Phase = "create" | "update" | "refresh" | "destroy";

/** Longer than any run: what is held this long is never handled or answered. */
const HELD_MS = 600_000;

/** A task takes this long unless the emulator's clock is advanced. */
export const TASK_MS = 3_600_000;

const ALWAYS = 1_000_000;

const GROUPS = "/cdn/origin_groups";
const SNAPSHOTS = "/cloud/v1/snapshots/*";
const FUNCTIONS = "/cloud/v1/faas/*/functions";
const FUNCTION_AREA = "/cloud/v1/faas/*";

const notHandled = { delayMs: HELD_MS };
const handled = { answerDelayMs: HELD_MS };
const unavailable = { status: 503, body: { message: "away" } };

const table: readonly [Phase, string, Fault][] = [
  ["create", "group POST, not handled", { method: "POST", path: GROUPS, ...notHandled }],
  ["create", "group POST, handled", { method: "POST", path: GROUPS, ...handled }],
  ["create", "snapshot PATCH, not handled", { method: "PATCH", path: SNAPSHOTS, ...notHandled }],
  ["create", "snapshot PATCH, handled", { method: "PATCH", path: SNAPSHOTS, ...handled }],
  ["create", "function POST, not handled", { method: "POST", path: FUNCTIONS, ...notHandled }],
  ["create", "function POST, handled", { method: "POST", path: FUNCTIONS, ...handled }],
  ["create", "function task NEW", { method: "POST", path: FUNCTIONS, tasks: { newMs: TASK_MS } }],
  ["create", "function task RUNNING", { method: "POST", path: FUNCTIONS, tasks: { runningMs: TASK_MS } }],
  ["update", "group PUT, not handled", { method: "PUT", path: `${GROUPS}/*`, ...notHandled }],
  ["update", "group PUT, handled", { method: "PUT", path: `${GROUPS}/*`, ...handled }],
  ["update", "snapshot PATCH, not handled", { method: "PATCH", path: SNAPSHOTS, ...notHandled }],
  ["update", "snapshot PATCH, handled", { method: "PATCH", path: SNAPSHOTS, ...handled }],
  ["update", "function PATCH, not handled", { method: "PATCH", path: `${FUNCTIONS}/*`, ...notHandled }],
  ["update", "function PATCH, handled", { method: "PATCH", path: `${FUNCTIONS}/*`, ...handled }],
  ["update", "function task RUNNING", { method: "PATCH", path: `${FUNCTIONS}/*`, tasks: { runningMs: TASK_MS } }],
  ["refresh", "group GET", { method: "GET", path: `${GROUPS}/*`, ...notHandled }],
  ["refresh", "snapshot GET", { method: "GET", path: SNAPSHOTS, ...notHandled }],
  ["refresh", "function GET", { method: "GET", path: `${FUNCTIONS}/*`, ...handled }],
  ["destroy", "group DELETE, not handled", { method: "DELETE", path: `${GROUPS}/*`, ...notHandled }],
  ["destroy", "group DELETE, handled", { method: "DELETE", path: `${GROUPS}/*`, ...handled }],
  ["destroy", "snapshot PATCH, not handled", { method: "PATCH", path: SNAPSHOTS, ...notHandled }],
  ["destroy", "snapshot PATCH, handled", { method: "PATCH", path: SNAPSHOTS, ...handled }],
  ["destroy", "function DELETE, not handled", { method: "DELETE", path: `${FUNCTIONS}/*`, ...notHandled }],
  ["destroy", "function DELETE, handled", { method: "DELETE", path: `${FUNCTIONS}/*`, ...handled }],
  ["destroy", "function task RUNNING", { method: "DELETE", path: `${FUNCTIONS}/*`, tasks: { runningMs: TASK_MS } }],
];

/** A point of that phase. */
export type PhasePoint = Point & { readonly phase: Phase };

/** The points that have a name, such as "group POST, not handled". */
export const points: Readonly<Record<Phase, readonly PhasePoint[]>> = {
  create: listPoints("create"),
  update: listPoints("update"),
  refresh: listPoints("refresh"),
  destroy: listPoints("destroy"),
};

function listPoints(phase: Phase): PhasePoint[] {
  return table.filter(([of]) => of === phase).map(([, name, fault]) => ({ phase, name, fault }));
}

/** Makes a point of the n-th request of an operation, or of the n-th that changes something. */
export function makePoint(what: "request" | "change", n: number, isHandled: boolean): Point {
  const onlyChanges = what === "change" && { onlyChanges: true };
  const name = `${what} ${n}, ${isHandled ? "handled" : "not handled"}`;
  return { name, fault: { path: "/*", ...onlyChanges, skip: n - 1, ...(isHandled ? handled : notHandled) } };
}

/** Whether the log shows that the operation has come to the point. */
export function isReached({ fault }: Point, faultId: number, requests: readonly RequestLogEntry[]): boolean {
  const hit = requests.findIndex((request) => request.fault === faultId);
  const polls = requests.slice(hit).filter(({ path, status }) => path.includes("/tasks/") && status === 200);
  return hit >= 0 && (fault.tasks === undefined || polls.length > 0);
}

/** What goes wrong; each begins with one of the first requests that its fault matches. */
const troubles: Record<string, (random: Random) => Fault[]> = {
  "asked to slow down": (random) => [
    {
      ...pickRequest(random),
      times: 2,
      answer: { status: 429, headers: { "Retry-After": "1" }, body: { message: "slow" } },
    },
  ],
  "503 once": (random) => [{ ...pickRequest(random), answer: unavailable }],
  "503 from then on": (random) => [{ ...pickRequest(random), times: ALWAYS, answer: unavailable }],
  "reset before": (random) => [{ ...pickChange(random), reset: "before" }],
  "answer lost": (random) => [{ ...pickChange(random), ...loseAnswer(random) }],
  "answer lost, and nothing more can be read": (random) => [
    { ...pickChange(random), ...loseAnswer(random) },
    { method: "GET", path: "/*", skip: random.pickUpTo(6), times: ALWAYS, answer: unavailable },
  ],
  "answers lost from then on": (random) => [{ ...pickChange(random), times: ALWAYS, ...loseAnswer(random) }],
  "taken, and 503 from then on": (random) => [
    { ...pickChange(random), delayMs: 0 },
    { path: "/*", skip: random.pickUpTo(8), times: ALWAYS, answer: unavailable },
  ],
  "404 of a proxy": (random) => [
    { ...pickRequest(random), times: random.pick([1, ALWAYS]), answer: { status: 404, body: "default backend - 404" } },
  ],
  "not JSON": (random) => [{ ...pickRequest(random), broken: random.pick(["truncated", "malformed"]) }],
  403: (random) => [{ ...pickChange(random), answer: { status: 403, body: { message: "not now" } } }],
  "a task fails": (random) => [{ ...pickFunctionChange(random), tasks: { end: "ERROR", error: "no capacity" } }],
  "a build fails": (random) => [
    {
      ...pickFunctionChange(random),
      tasks: { end: "ERROR", error: "build failed", keeps: true, buildMessage: "line 1: syntax" },
    },
  ],
  "answer lost, and the build fails": (random) => [
    {
      ...pickFunctionChange(random),
      ...loseAnswer(random),
      tasks: { end: "ERROR", error: "build failed", keeps: true, buildMessage: "line 1: syntax" },
    },
  ],
};

function pickRequest(random: Random): Fault {
  return { path: "/*", skip: random.pickUpTo(10) - 1 };
}

function pickChange(random: Random): Fault {
  return { onlyChanges: true, path: random.pick(["/*", "/*", FUNCTION_AREA]), skip: random.pick([0, 0, 1, 2]) };
}

function pickFunctionChange(random: Random): Fault {
  return { onlyChanges: true, path: FUNCTION_AREA, skip: random.pick([0, 0, 1]) };
}

/** The platform carries the request out, but its answer does not arrive. */
function loseAnswer(random: Random): Partial<Fault> {
  return random.decide(0.5) ? { reset: "after" } : { answer: { status: 502, body: "bad gateway", applied: true } };
}

export function drawTrouble(random: Random): Trouble {
  const name = random.pick(Object.keys(troubles));
  return { name, faults: troubles[name]?.(random) ?? [] };
}

/** Converts a fault to the form of the emulator. */
export function toFaultInput({ onlyChanges, ...fault }: Fault): FaultInput {
  return onlyChanges ? { ...fault, when: ({ method }) => method !== "GET" } : fault;
}
