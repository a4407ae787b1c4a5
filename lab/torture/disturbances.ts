import type { FaultInput, RequestLogEntry } from "edgecloud-emulator";
import { type Kind, KINDS, kinds, parseCall } from "./kinds";
import type { Random } from "./random";

/** A fault of the emulator that can be written to a file. */
export interface Fault extends Omit<FaultInput, "when"> {
  /** Whether it is only for requests that change something. */
  readonly onlyChanges?: boolean;
  /** If it is only for requests of that kind: a path cannot tell a namespace from the functions in it. */
  readonly kind?: Kind;
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

/** Everything that is done by tasks. */
const TASK_AREA = "/cloud/v1/faas/*";

const notHandled = { delayMs: HELD_MS };
const handled = { answerDelayMs: HELD_MS };
const unavailable = { status: 503, body: { message: "away" } };

/** A point of that phase. */
export type PhasePoint = Point & { readonly phase: Phase };

/** The points that have a name, such as "group POST, not handled". */
export const points: Readonly<Record<Phase, readonly PhasePoint[]>> = {
  create: KINDS.flatMap((kind) => listPoints("create", kind)),
  update: KINDS.flatMap((kind) => listPoints("update", kind)),
  refresh: KINDS.map((kind) => {
    const request = { kind, method: "GET", path: `${kinds[kind].collection}/*` } as const;
    return { phase: "refresh", name: `${kind} GET`, fault: { ...request, ...notHandled } };
  }),
  destroy: KINDS.flatMap((kind) => listPoints("destroy", kind)),
};

/** The points of a change: before it is handled, after that, and during its task. */
function listPoints(phase: "create" | "update" | "destroy", kind: Kind): PhasePoint[] {
  const { collection, methods, hasTasks } = kinds[kind];
  const method = methods[phase];
  const request = { kind, method, path: method === "POST" ? collection : `${collection}/*` };
  const ofTask = (name: string, tasks: Fault["tasks"]) => ({
    phase,
    name: `${kind} task ${name}`,
    fault: { ...request, tasks },
  });
  return [
    { phase, name: `${kind} ${method}, not handled`, fault: { ...request, ...notHandled } },
    { phase, name: `${kind} ${method}, handled`, fault: { ...request, ...handled } },
    ...(hasTasks && phase === "create" ? [ofTask("NEW", { newMs: TASK_MS })] : []),
    ...(hasTasks ? [ofTask("RUNNING", { runningMs: TASK_MS })] : []),
  ];
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
  "a task fails": (random) => [{ ...pickTaskChange(random), tasks: { end: "ERROR", error: "no capacity" } }],
  "a build fails": (random) => [
    {
      ...pickTaskChange(random),
      tasks: { end: "ERROR", error: "build failed", keeps: true, buildMessage: "line 1: syntax" },
    },
  ],
  "answer lost, and the build fails": (random) => [
    {
      ...pickTaskChange(random),
      ...loseAnswer(random),
      tasks: { end: "ERROR", error: "build failed", keeps: true, buildMessage: "line 1: syntax" },
    },
  ],
};

function pickRequest(random: Random): Fault {
  return { path: "/*", skip: random.pickUpTo(10) - 1 };
}

function pickChange(random: Random): Fault {
  return { onlyChanges: true, path: random.pick(["/*", "/*", TASK_AREA]), skip: random.pick([0, 0, 1, 2]) };
}

function pickTaskChange(random: Random): Fault {
  return { onlyChanges: true, path: TASK_AREA, skip: random.pick([0, 0, 1]) };
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
export function toFaultInput({ onlyChanges, kind, ...fault }: Fault): FaultInput {
  const isMeant = ({ method, path }: { method: string; path: string }) =>
    !(onlyChanges && method === "GET") && (kind === undefined || parseCall(path)?.kind === kind);
  return onlyChanges || kind ? { ...fault, when: isMeant } : fault;
}
