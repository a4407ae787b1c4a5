import { UnavailableError } from "../../../provider/api/failures/errors";
import {
  describeFailures,
  hasEnded,
  isRunning,
  describeTask,
  TaskPoller,
  type TaskStatus,
} from "../../../provider/api/calls/task-poller";
import { tasksOf, unknownTask, type TaskTurn } from "./task-endpoints";

const failed = (error?: string | null): TaskTurn => ({ id: "t", state: "ERROR", error });
const busy = new UnavailableError({ message: "busy", status: 503 });
const seen = (state?: string, error?: string): TaskStatus => ({ id: "t", state, error, wasKnown: true });

/** Polls the tasks this number of times, one after the other. */
async function watch(turnsOf: Record<string, TaskTurn[]>, looks: number) {
  const { tasks, polls } = tasksOf(turnsOf);
  const watched = new TaskPoller(tasks);
  const ids = Object.keys(turnsOf);
  const shown: TaskStatus[][] = [];
  for (let look = 0; look < looks; look += 1) {
    shown.push(await watched.poll(ids));
  }
  return { shown, polls, watched };
}

const pollsOf = (polls: string[], id: string) => polls.filter((polled) => polled === id).length;

describe("a poll of one task", () => {
  it.each<[string, TaskTurn, Partial<TaskStatus>]>([
    ["new", "NEW", { state: "NEW" }],
    ["finished, with a text in error", { state: "FINISHED", error: "a remark" }, { state: "FINISHED" }],
    ["without an id of its own", { state: "RUNNING" }, { id: "t", state: "RUNNING" }],
    ["failed, with a reason", failed("no space left"), { state: "ERROR", error: "no space left" }],
    ["failed, without a reason", failed(null), { state: "ERROR", error: undefined }],
    ["in an unknown state", "QUEUED", { state: "QUEUED" }],
  ])("returns its status: %s", async (_, turn, expected) => {
    const { shown } = await watch({ t: [turn] }, 1);
    expect(shown).toMatchObject([[{ id: "t", wasKnown: true, ...expected }]]);
  });

  it("reports that the platform does not know it, and whether it ever did", async () => {
    const { shown } = await watch({ t: [unknownTask, unknownTask, "RUNNING", unknownTask, "FINISHED"] }, 5);
    expect(shown.map(([task]) => [task?.state, task?.wasKnown])).toEqual([
      [undefined, false],
      [undefined, false],
      ["RUNNING", true],
      [undefined, true],
      ["FINISHED", true],
    ]);
  });

  it.each<[string, TaskTurn]>([
    ["finished", "FINISHED"],
    ["failed", failed("no space")],
  ])("returns the last status of a task that has %s without a request", async (_, end) => {
    const { shown, polls } = await watch({ t: ["NEW", end, busy] }, 4);
    expect(polls).toHaveLength(2);
    expect(shown[3]).toEqual(shown[1]);
  });

  it("sends another request in an unknown state", async () => {
    const { shown, polls } = await watch({ t: ["PAUSED", "FINISHED"] }, 2);
    expect([polls.length, shown[1]?.[0]?.state]).toEqual([2, "FINISHED"]);
  });

  it("is an error if it fails, and the next one continues", async () => {
    const { tasks } = tasksOf({ t: ["NEW", busy, unknownTask] });
    const watched = new TaskPoller(tasks);
    await watched.poll(["t"]);
    await expect(watched.poll(["t"])).rejects.toBe(busy);
    expect(await watched.poll(["t"])).toEqual([{ id: "t", wasKnown: true }]);
  });
});

describe("a poll of several tasks", () => {
  it("returns all of them in order, and does not request ended ones again", async () => {
    const turns = { a: ["FINISHED"], b: ["NEW", "FINISHED"], c: ["NEW", "NEW", "FINISHED"] };
    const { shown, polls } = await watch(turns, 4);
    expect(shown[1]?.map(({ id, state }) => [id, state])).toEqual([
      ["a", "FINISHED"],
      ["b", "FINISHED"],
      ["c", "NEW"],
    ]);
    expect(["a", "b", "c"].map((id) => pollsOf(polls, id))).toEqual([1, 2, 3]);
  });

  it("continues with the others after one has failed", async () => {
    const { polls } = await watch({ a: [failed("no space")], b: ["RUNNING", "RUNNING", "FINISHED"] }, 5);
    expect(["a", "b"].map((id) => pollsOf(polls, id))).toEqual([1, 3]);
  });

  it("requests them at the same time", async () => {
    let asked = 0;
    const release: (() => void)[] = [];
    const { tasks } = tasksOf({ a: ["FINISHED"], b: ["FINISHED"] });
    const get = async (id: string) => {
      asked += 1;
      await new Promise<void>((resolve) => release.push(resolve));
      return tasks.get(id);
    };
    const looking = new TaskPoller({ get } as typeof tasks).poll(["a", "b"]);
    expect(asked).toBe(2);
    release.forEach((go) => go());
    expect(await looking).toHaveLength(2);
  });

  it("makes no call for an empty list", async () => {
    const { shown, polls } = await watch({}, 1);
    expect([shown, polls]).toEqual([[[]], []]);
  });
});

it.each<[string | undefined, "ended" | "under way" | "neither"]>([
  ["NEW", "under way"],
  ["RUNNING", "under way"],
  ["FINISHED", "ended"],
  ["ERROR", "ended"],
  ["PAUSED", "neither"],
  ["finished", "neither"],
  ["CANCELLED", "neither"],
  ["", "neither"],
  [undefined, "neither"],
])("a task in the state %p is %s", (state, is) => {
  expect([hasEnded(seen(state)), isRunning(seen(state))]).toEqual([is === "ended", is === "under way"]);
});

it.each<[TaskStatus, string]>([
  [seen("RUNNING"), "task t is RUNNING"],
  [seen("FINISHED"), "task t is FINISHED"],
  [seen("QUEUED"), 'task t is in the state "QUEUED"'],
  [seen(""), 'task t is in the state ""'],
  [{ id: "t", wasKnown: false }, "task t is not known to the platform yet"],
  [{ id: "t", wasKnown: true }, "task t is not known to the platform any more"],
])("the text of a task's status: %j", (task, text) => {
  expect(describeTask(task)).toBe(text);
});

it.each<[string, TaskStatus[], string | undefined]>([
  ["no task", [], undefined],
  ["no failed task", [seen("FINISHED", "a remark"), seen("RUNNING"), seen("PAUSED", "why"), seen()], undefined],
  ["a reason", [seen("ERROR", "no space left")], "task t failed: no space left"],
  ["an empty reason", [seen("ERROR", "")], "task t failed: the platform gives no reason"],
  ["no reason", [seen("ERROR")], "task t failed: the platform gives no reason"],
  [
    "two of three",
    [seen("ERROR", "no space"), seen("FINISHED"), { ...seen("ERROR"), id: "c" }],
    "task t failed: no space; task c failed: the platform gives no reason",
  ],
])("the text of failed tasks: %s", (_, tasks, text) => {
  expect(describeFailures(tasks)).toBe(text);
});
