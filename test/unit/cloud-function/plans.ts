import { NotFoundError } from "../../../provider/api/errors";
import type { TaskSeen } from "../../../provider/api/tasks";
import type { Progress, Step } from "../../../provider/core/reconcile";
import type { Request, Seen, Wanted } from "../../../provider/resources/cloud-function/plan";
import { answer, inputsOf, ref } from "./functions";

type Past = Progress<Seen, Request>;
type Next = Step<Request>;

export const inputs = inputsOf({ description: "mine" });
export const ours = answer({ description: "mine" });
export const theirs = answer({ description: "theirs" });
export const building = { ...ours, status: "BUILDING" };
export const gone = new NotFoundError({ message: "no longer exists" });
const hidden = new Error("busy");

export const task = (state?: string, id = "t-1", wasKnown = true): TaskSeen => ({ id, state, wasKnown });
export const failed: TaskSeen = { ...task("ERROR"), error: "no space" };
export const forgotten = task(undefined);
export const unknown = task(undefined, "t-1", false);

/** What a look may show of the function. */
const functions: Record<string, Partial<Seen>> = {
  absent: {},
  unseen: { isUnseen: true },
  hidden: { hidden },
  ours: { found: ours },
  theirs: { found: theirs },
  building: { found: building },
  changing: { found: { ...theirs, status: "updating" } },
  otherRuntime: { found: { ...theirs, runtime: "go2" } },
};

/** What a look shows, in words: the tasks, then the function. */
export function seenOf(words: string): Seen {
  const found = words.split(" ").at(-1) ?? "";
  const tasks = words.split(" ").slice(0, -1);
  const states: Record<string, TaskSeen> = { unknown, forgotten, ERROR: failed };
  return {
    tasks: tasks.map((word, at) => ({ ...(states[word] ?? task(word)), id: `t-${at + 1}` })),
    ...functions[found],
  };
}

/** A function to be made; one that is there already; one to be adopted; one whose last change is of unknown fate. */
export const wants = {
  new: wanting({}),
  own: wanting({ isOwn: true, whenAbsent: gone }),
  adopted: wanting({ isOwn: true, whenAbsent: gone, adopts: true }),
  doubtful: wanting({ isOwn: true, whenAbsent: gone, resends: true }),
};

export function wanting(change: Partial<Wanted>): Wanted {
  const own = { isOwn: false, resends: false, adopts: false, whenAbsent: "create" } as const;
  const rest = { ref, inputs, sent: [inputs], before: {}, timeoutSeconds: 600, taskPath: "/v1/tasks" };
  return { ...own, ...rest, ...change };
}

const create: Request = { kind: "create" };
const update: Request = { kind: "update", body: {} };
const remove: Request = { kind: "delete" };
export const pasts = {
  /** Nothing has happened. */
  none: { losses: 0 },
  /** From the state. */
  beganCreate: { losses: 0, operation: { kind: "create", tasks: ["t-1"] } },
  beganUpdate: { losses: 0, operation: { kind: "update", tasks: ["t-1"] } },
  unconfirmed: { losses: 0, operation: { kind: "create", unconfirmed: true } },
  /** From this run. */
  lostCreate: { losses: 1, operation: { kind: "create", unconfirmed: true } },
  created: { losses: 0, accepted: create, operation: { kind: "create", tasks: ["t-1"] } },
  createdAfterLoss: { losses: 1, accepted: create, operation: { kind: "create", tasks: ["t-1"] } },
  updated: {
    losses: 0,
    accepted: update,
    before: { tasks: [], found: theirs },
    operation: { kind: "update", tasks: ["t-1"] },
  },
  deleted: { losses: 0, accepted: remove, operation: { kind: "delete", tasks: ["t-1"] } },
} satisfies Record<string, Past>;

/** A step in short. */
export function inShort(step: Next): string {
  switch (step.do) {
    case "send":
      return ["send", step.request.kind, step.busy ? "busy" : ""].filter(Boolean).join(" ");
    case "wait": {
      const { patience } = step;
      const bound = patience && `for ${patience.seconds} s (${patience.for}), then ${inShort(patience.then)}`;
      return ["wait", bound].filter(Boolean).join(" ");
    }
    case "fail":
      return `fail${step.isOver ? " for good" : ""}: ${nameOf(step.error)}`;
    default:
      return step.do;
  }
}

function nameOf(error: Error): string {
  return error === gone ? "whenAbsent" : error === hidden ? "hidden" : error.name;
}

export type Row = [wants: keyof typeof wants, past: keyof typeof pasts, seen: string, step: string];
