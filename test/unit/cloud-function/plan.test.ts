import { NotFoundError } from "../../../provider/api/errors";
import type { TaskSeen } from "../../../provider/api/tasks";
import type { Progress, Step } from "../../../provider/core/reconcile";
import {
  appearanceSeconds,
  earlierTasksSeconds,
  isOwn,
  planAbsence,
  planPresence,
  type Request,
  type Seen,
  type Wanted,
} from "../../../provider/resources/cloud-function/plan";
import { answer, inputsOf, ref } from "./functions";

type Past = Progress<Seen, Request>;
type Next = Step<Request>;

const inputs = inputsOf({ description: "mine" });
const ours = answer({ description: "mine" });
const theirs = answer({ description: "theirs" });
const building = { ...ours, status: "BUILDING" };
const gone = new NotFoundError({ message: "no longer exists" });
const hidden = new Error("busy");

const task = (state?: string, id = "t-1", wasKnown = true): TaskSeen => ({ id, state, wasKnown });
const failed: TaskSeen = { ...task("ERROR"), error: "no space" };
const forgotten = task(undefined);
const unknown = task(undefined, "t-1", false);

/** What a look may show of the function. */
const functions: Record<string, Partial<Seen>> = {
  absent: {},
  hidden: { hidden },
  ours: { found: ours },
  theirs: { found: theirs },
  building: { found: building },
  changing: { found: { ...theirs, status: "updating" } },
  otherRuntime: { found: { ...theirs, runtime: "go2" } },
};

/** What a look shows, in words: the tasks, then the function. */
function seenOf(words: string): Seen {
  const found = words.split(" ").at(-1) ?? "";
  const tasks = words.split(" ").slice(0, -1);
  const states: Record<string, TaskSeen> = { unknown, forgotten, ERROR: failed };
  return {
    tasks: tasks.map((word, at) => ({ ...(states[word] ?? task(word)), id: `t-${at + 1}` })),
    ...functions[found],
  };
}

/** A function to be made; one that is there already; one to be adopted; one whose last change is of unknown fate. */
const wants = {
  new: wanting({}),
  own: wanting({ isOwn: true, whenAbsent: gone }),
  adopted: wanting({ isOwn: true, whenAbsent: gone, adopts: true }),
  doubtful: wanting({ isOwn: true, whenAbsent: gone, resends: true }),
};

function wanting(change: Partial<Wanted>): Wanted {
  const own = { isOwn: false, resends: false, adopts: false, whenAbsent: "create" } as const;
  const rest = { ref, inputs, sent: [inputs], before: {}, timeoutSeconds: 600, taskPath: "/v1/tasks" };
  return { ...own, ...rest, ...change };
}

const create: Request = { kind: "create" };
const update: Request = { kind: "update", body: {} };
const remove: Request = { kind: "delete" };
const pasts = {
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
function inShort(step: Next): string {
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

type Row = [wants: keyof typeof wants, past: keyof typeof pasts, seen: string, step: string];

const tasksRun: Row[] = [
  ["new", "created", "NEW absent", "wait"],
  ["new", "created", "RUNNING ours", "wait"],
  ["own", "updated", "RUNNING hidden", "wait"],
  ["own", "beganUpdate", "RUNNING theirs", "wait"],
  ["new", "created", "ERROR RUNNING absent", "wait"],
  ["new", "created", "unknown NEW absent", "wait"],
  ["new", "created", "unknown absent", "wait for 30 s (unknown tasks), then fail: TaskStateError"],
  ["new", "created", "unknown FINISHED absent", "wait for 30 s (unknown tasks), then fail: TaskStateError"],
  ["new", "created", "forgotten absent", "wait for 30 s (unknown tasks), then dropTasks"],
  ["new", "beganCreate", "unknown absent", "wait for 30 s (unknown tasks), then dropTasks"],
  ["own", "beganUpdate", "unknown ours", "wait for 30 s (unknown tasks), then dropTasks"],
  ["new", "created", "QUEUED absent", "wait"],
  ["new", "created", "QUEUED building", "wait"],
  ["new", "created", "QUEUED ours", "wait for 30 s (unknown word), then dropTasks"],
  ["own", "beganUpdate", "QUEUED ours", "wait for 30 s (unknown word), then dropTasks"],
  ["new", "created", "QUEUED unknown ours", "wait for 30 s (unknown word), then dropTasks"],
];

const tasksFailed: Row[] = [
  ["new", "beganCreate", "ERROR absent", "dropTasks"],
  ["own", "beganUpdate", "ERROR FINISHED theirs", "dropTasks"],
  ["new", "created", "ERROR absent", "fail for good: TaskFailedError"],
  ["new", "createdAfterLoss", "ERROR absent", "fail: TaskFailedError"],
  ["new", "created", "ERROR hidden", "fail: TaskFailedError"],
  ["new", "created", "ERROR ours", "fail: TaskFailedError"],
  ["new", "created", "ERROR theirs", "fail for good: ConflictError"],
  ["own", "updated", "ERROR theirs", "fail for good: TaskFailedError"],
  ["own", "updated", "ERROR ours", "fail: TaskFailedError"],
  ["own", "updated", "ERROR hidden", "fail: TaskFailedError"],
  ["own", "updated", "ERROR absent", "fail: TaskFailedError"],
  ["new", "updated", "ERROR theirs", "fail: TaskFailedError"],
];

const isAbsent: Row[] = [
  ["new", "none", "absent", "send create"],
  ["new", "beganCreate", "FINISHED absent", "send create"],
  ["new", "unconfirmed", "absent", "send create"],
  ["new", "lostCreate", "absent", "send create"],
  ["own", "none", "absent", "fail for good: whenAbsent"],
  ["own", "beganUpdate", "FINISHED absent", "fail for good: whenAbsent"],
  ["adopted", "none", "absent", "fail for good: whenAbsent"],
  ["new", "created", "FINISHED absent", "wait for 60 s (appearance), then fail: TimeoutError"],
  ["new", "updated", "FINISHED absent", "fail for good: NotFoundError"],
  ["own", "updated", "FINISHED absent", "fail for good: whenAbsent"],
];

const isThere: Row[] = [
  ["new", "none", "ours", "fail for good: ConflictError"],
  ["new", "none", "theirs", "fail for good: ConflictError"],
  ["new", "lostCreate", "ours", "done"],
  ["new", "lostCreate", "building", "wait"],
  ["new", "lostCreate", "theirs", "fail for good: ConflictError"],
  ["new", "unconfirmed", "ours", "done"],
  ["new", "unconfirmed", "theirs", "fail for good: ConflictError"],
  ["new", "created", "FINISHED ours", "done"],
  ["new", "created", "FINISHED building", "done"],
  ["new", "created", "FINISHED theirs", "done"],
  ["new", "created", "theirs", "fail for good: ConflictError"],
  ["new", "created", "building", "wait"],
  ["new", "beganCreate", "FINISHED theirs", "send update"],
  ["new", "beganCreate", "FINISHED building", "wait"],
  ["own", "none", "ours", "done"],
  ["own", "none", "building", "wait"],
  ["own", "none", "theirs", "send update"],
  ["own", "none", "changing", "send update busy"],
  ["own", "beganUpdate", "FINISHED theirs", "send update"],
  ["own", "updated", "FINISHED ours", "done"],
  ["own", "updated", "FINISHED theirs", "done"],
  ["own", "updated", "FINISHED building", "done"],
  ["own", "updated", "building", "wait"],
  ["doubtful", "none", "ours", "send update"],
  ["doubtful", "updated", "FINISHED ours", "done"],
  ["adopted", "none", "theirs", "send update"],
  ["adopted", "none", "ours", "done"],
  ["adopted", "none", "otherRuntime", "fail for good: ConflictError"],
];

describe.each([
  ["tasks that have not ended", tasksRun],
  ["tasks of which one has failed", tasksFailed],
  ["no function", isAbsent],
  ["a function", isThere],
])("presence with %s", (_, rows) => {
  it.each(rows)("%s, %s, %s: %s", (wanted, past, seen, step) => {
    expect(inShort(planPresence(wants[wanted], seenOf(seen), pasts[past]))).toBe(step);
  });
});

describe("presence", () => {
  const presence = (change: Partial<Wanted>, seen: Partial<Seen>, past: Past) =>
    planPresence(wanting(change), { tasks: [], ...seen }, past);

  it("sends what differs, and empties what is declared no longer", () => {
    const found = answer({ description: "theirs", dependencies: "d", envs: { A: "1" } });
    expect(presence({ isOwn: true, before: { envs: { A: "1" } } }, { found }, pasts.none)).toMatchObject({
      request: { kind: "update", body: { description: "mine", envs: {} } },
    });
  });

  it("sends everything again after a change of unknown fate", () => {
    const step = presence({ isOwn: true, resends: true, before: { envs: { A: "1" } } }, { found: ours }, pasts.none);
    expect(step).toMatchObject({
      request: {
        body: {
          code_text: ours.code_text,
          main_method: "Resize",
          flavor: ours.flavor,
          timeout: 30,
          description: "mine",
          envs: {},
        },
      },
    });
  });

  it("tells a function that was made just now nothing but whether it is disabled", () => {
    const disabled = { ...inputs, disabled: true };
    const tasks = [task("FINISHED")];
    expect(presence({ inputs: disabled }, { found: theirs, tasks }, pasts.created)).toEqual({
      do: "send",
      request: { kind: "update", body: { disabled: true } },
      busy: false,
    });
    expect(presence({ inputs: { ...inputs, disabled: false } }, { found: theirs, tasks }, pasts.created)).toEqual({
      do: "done",
    });
  });

  it("waits for tasks that are not known no longer than there is time", () => {
    const step = presence({ timeoutSeconds: 5 }, { tasks: [forgotten] }, pasts.created);
    expect(step).toMatchObject({ patience: { seconds: 5 } });
  });

  it("names what it waits for: the status of the function, and each task that has not ended", () => {
    const tasks = [task("RUNNING", "3f2a4b"), task("FINISHED", "91bc07"), unknown];
    expect(presence({}, { tasks, found: building }, pasts.created)).toMatchObject({
      shown: "BUILDING task 3f2a RUNNING, task t-1 not known yet",
      why: "task 3f2a4b is RUNNING, task t-1 is not known to the platform yet",
    });
  });

  it("says what the build said, unless the task says it", () => {
    const found = { ...ours, build_message: "line 3" };
    const messageOf = (seen: Partial<Seen>) => {
      const step = presence({ isOwn: true }, seen, pasts.updated);
      return step.do === "fail" ? step.error.message : "";
    };
    expect(messageOf({ tasks: [failed], found })).toBe("task t-1 failed: no space. Build: line 3");
    expect(messageOf({ tasks: [{ ...failed, error: "at line 3." }], found })).toBe("task t-1 failed: at line 3.");
    expect(messageOf({ tasks: [{ ...failed, error: "Bad." }], found: ours, buildMessage: "line 4" })).toBe(
      "task t-1 failed: Bad. Build: line 4",
    );
  });
});

const absence: Row[] = [
  ["own", "none", "ours", "send delete"],
  ["own", "none", "theirs", "send delete"],
  ["own", "none", "building", "send delete busy"],
  ["own", "none", "absent", "done"],
  ["own", "none", "hidden", "fail: hidden"],
  ["own", "beganUpdate", "RUNNING ours", "wait for 60 s (earlier tasks), then dropTasks"],
  ["own", "beganUpdate", "unknown ours", "wait for 60 s (earlier tasks), then dropTasks"],
  ["own", "beganUpdate", "PAUSED absent", "wait for 60 s (earlier tasks), then dropTasks"],
  ["own", "beganUpdate", "FINISHED ours", "send delete"],
  ["own", "beganUpdate", "ERROR ours", "send delete"],
  ["new", "beganCreate", "FINISHED theirs", "send delete"],
  ["new", "beganCreate", "ERROR ours", "send delete"],
  ["new", "beganCreate", "ERROR theirs", "done"],
  ["new", "beganCreate", "ERROR absent", "done"],
  ["new", "beganCreate", "absent", "wait for 60 s (coming), then done"],
  ["new", "beganCreate", "ours", "send delete"],
  ["new", "beganCreate", "theirs", "done"],
  ["new", "unconfirmed", "absent", "wait for 60 s (coming), then done"],
  ["new", "unconfirmed", "ours", "send delete"],
  ["new", "unconfirmed", "theirs", "done"],
  ["own", "deleted", "NEW absent", "wait"],
  ["own", "deleted", "RUNNING ours", "wait"],
  ["own", "deleted", "RUNNING hidden", "wait"],
  ["own", "deleted", "RUNNING absent", "wait for 30 s (gone), then dropTasks"],
  ["own", "deleted", "unknown ours", "wait for 30 s (unknown tasks), then dropTasks"],
  ["own", "deleted", "FINISHED absent", "done"],
  ["own", "deleted", "FINISHED ours", "wait"],
  ["own", "deleted", "ERROR ours", "fail: TaskFailedError"],
  ["own", "deleted", "ERROR hidden", "fail: TaskFailedError"],
  ["own", "deleted", "ERROR absent", "done"],
  ["own", "deleted", "absent", "done"],
];

describe("absence", () => {
  it.each(absence)("%s, %s, %s: %s", (wanted, past, seen, step) => {
    expect(inShort(planAbsence(wants[wanted], seenOf(seen), pasts[past]))).toBe(step);
  });

  it("waits for earlier tasks no longer than there is time", () => {
    const step = planAbsence(wanting({ timeoutSeconds: 20 }), { tasks: [task("RUNNING")] }, pasts.beganUpdate);
    expect(step).toMatchObject({ patience: { seconds: 20, then: { do: "dropTasks" } } });
  });

  it("has bounds that a destroy can bear", () => {
    expect([earlierTasksSeconds, appearanceSeconds]).toEqual([60, 60]);
  });
});

describe("whose a function is", () => {
  it.each<[string, boolean, keyof typeof pasts, Partial<Seen>, boolean]>([
    ["the state knows it", true, "none", { found: theirs }, true],
    ["nothing was sent", false, "none", { found: ours }, false],
    ["nothing is there", false, "lostCreate", {}, false],
    ["its task has finished", false, "beganCreate", { tasks: [task("FINISHED")], found: theirs }, true],
    ["one of its tasks has not", false, "beganCreate", { tasks: [task("FINISHED"), forgotten], found: theirs }, false],
    ["its task has failed, and it is what was sent", false, "created", { tasks: [failed], found: ours }, true],
    ["its task has failed, and it is not", false, "created", { tasks: [failed], found: theirs }, false],
    ["the answer was lost, and it is what was sent", false, "lostCreate", { found: ours }, true],
    ["the answer was lost, and it is not", false, "lostCreate", { found: theirs }, false],
    ["it was changed by this run since", false, "updated", { tasks: [failed], found: theirs }, true],
  ])("%s", (_, known, past, seen, own) => {
    expect(isOwn(wanting({ isOwn: known }), { tasks: [], ...seen }, pasts[past])).toBe(own);
  });

  it("counts everything that was sent, now or before", () => {
    const sent = [inputs, inputsOf({ description: "theirs" })];
    expect(isOwn(wanting({ sent }), { tasks: [], found: theirs }, pasts.unconfirmed)).toBe(true);
  });
});
