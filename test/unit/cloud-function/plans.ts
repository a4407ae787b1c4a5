import { NotFoundError } from "../../../provider/api/failures/errors";
import type { TaskStatus } from "../../../provider/api/calls/tasks";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import { answer, checkInputs, ref } from "./functions";
import type { NextStep, Observed, Request, TaskProgress } from "../../../provider/tasks/apply";
import type { State } from "../../../provider/tasks/kind";
import type { Desired } from "../../../provider/tasks/presence";

export const goal: State = { ...checkInputs({ description: "mine" }), adopted: false };
export const ours = answer({ description: "mine" });
export const theirs = answer({ description: "theirs" });
export const building = { ...ours, status: "BUILDING" };
export const broken = { ...ours, build_status: "failed", build_message: "line 3" };
export const gone = new NotFoundError({ message: "no longer exists" });
const hidden = new Error("busy");

export const task = (state?: string, id = "t-1", wasKnown = true): TaskStatus => ({ id, state, wasKnown });
export const failed: TaskStatus = { ...task("ERROR"), error: "no space" };
export const forgotten = task(undefined);
export const unknown = task(undefined, "t-1", false);

/** The function in an observation, by a short name. */
const functions: Record<string, Partial<Observed>> = {
  absent: {},
  unseen: { isNotObserved: true },
  hidden: { observeError: hidden },
  ours: { actual: ours },
  theirs: { actual: theirs },
  building: { actual: building },
  changing: { actual: { ...theirs, status: "updating" } },
  broken: { actual: broken },
  failing: { actual: { ...ours, status: "Error" } },
  brokenTheirs: { actual: { ...broken, description: "theirs" } },
  brokenBuilding: { actual: { ...broken, status: "UPDATING" } },
  strange: { actual: { ...ours, status: "PARKED", build_status: "unfailing" } },
  otherRuntime: { actual: { ...theirs, runtime: "go2" } },
};

/** Parses an observation: the states of the tasks, then the function. */
export function parseObserved(words: string): Observed {
  const found = words.split(" ").at(-1) ?? "";
  const tasks = words.split(" ").slice(0, -1);
  const states: Record<string, TaskStatus> = { unknown, forgotten, ERROR: failed };
  return {
    tasks: tasks.map((word, at) => ({ ...(states[word] ?? task(word)), id: `t-${at + 1}` })),
    ...functions[found],
  };
}

export const doubtful: State = { ...goal, operation: { kind: "update", unconfirmed: true } };

/** A new function; an existing one; one to be adopted; one whose last change has an unknown outcome. */
export const desiredFunctions = {
  new: toDesired({}),
  own: toDesired({ isProven: true, whenAbsent: gone }),
  adopted: toDesired({ isProven: true, whenAbsent: gone, adopts: true }),
  doubtful: toDesired({ isProven: true, whenAbsent: gone, state: doubtful }),
};

export function toDesired(change: Partial<Desired>): Desired {
  const own = { isProven: false, adopts: false, goal, sent: [goal] };
  return { kind: functionKind, ref, taskPath: "/v1/tasks", ...own, ...change };
}

const create: Request = { kind: "create" };
const update: Request = { kind: "update", body: {} };
const remove: Request = { kind: "delete" };
const initial = { tasks: [], actual: theirs };
export const progresses = {
  /** Nothing has happened. */
  none: { lostAnswers: 0 },
  /** From the state. */
  beganCreate: { lostAnswers: 0, operation: { kind: "create", tasks: ["t-1"] } },
  beganUpdate: { lostAnswers: 0, operation: { kind: "update", tasks: ["t-1"] } },
  unconfirmed: { lostAnswers: 0, operation: { kind: "create", unconfirmed: true } },
  /** From this run. */
  lostCreate: { lostAnswers: 1, operation: { kind: "create", unconfirmed: true } },
  lostUpdate: { lostAnswers: 1, operation: { kind: "update", unconfirmed: true } },
  lostDelete: { lostAnswers: 1, operation: { kind: "delete", unconfirmed: true } },
  created: { lostAnswers: 0, accepted: create, operation: { kind: "create", tasks: ["t-1"] } },
  createdAfterLoss: { lostAnswers: 1, accepted: create, operation: { kind: "create", tasks: ["t-1"] } },
  updated: { lostAnswers: 0, accepted: update, initial, operation: { kind: "update", tasks: ["t-1"] } },
  deleted: { lostAnswers: 0, accepted: remove, operation: { kind: "delete", tasks: ["t-1"] } },
} satisfies Record<string, TaskProgress>;

/** A step in one line. */
export function summarizeStep(step: NextStep): string {
  switch (step.do) {
    case "send":
      return ["send", step.request.kind, step.busy ? "busy" : ""].filter(Boolean).join(" ");
    case "wait": {
      const { gracePeriod } = step;
      const bound = gracePeriod && `for ${gracePeriod.seconds} s (${gracePeriod.reason})`;
      const then = gracePeriod?.then && `, then ${summarizeStep(gracePeriod.then)}`;
      return ["wait", bound].filter(Boolean).join(" ") + (then ?? "");
    }
    case "fail":
      return `fail${step.isFinal ? " for good" : ""}: ${nameError(step.error)}`;
    default:
      return step.do;
  }
}

function nameError(error: Error): string {
  return error === gone ? "whenAbsent" : error === hidden ? "hidden" : error.name;
}

export type Row = [
  desired: keyof typeof desiredFunctions,
  progress: keyof typeof progresses,
  observed: string,
  step: string,
];
