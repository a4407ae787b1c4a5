import { createTaskPolls } from "../../../provider/api/calls/tasks";
import { NotFoundAnswerError } from "../../../provider/api/failures/errors";

/** What a poll of a task returns: an answer, its state alone, or a failure of the call. */
export type TaskTurn = { id?: string; state: string; error?: string | null } | string | Error;

export const unknownTask = new NotFoundAnswerError({ message: "no such task", status: 404 });

/** Polls that get these answers. */
export function answerPolls(answer: (id: string) => Promise<unknown>) {
  const request = ({ path }: { path: string }) => answer(path.slice(1)) as Promise<never>;
  return createTaskPolls({ request }, "");
}

/** Polls of these tasks: each returns its turns one after the other and repeats the last of them. */
export function tasksOf(turnsOf: Record<string, TaskTurn[]>) {
  const polls: string[] = [];
  const pollTasks = answerPolls((id) => {
    const turns = turnsOf[id] ?? [unknownTask];
    const turn = turns[Math.min(polls.filter((polled) => polled === id).length, turns.length - 1)] ?? unknownTask;
    polls.push(id);
    return turn instanceof Error
      ? Promise.reject(turn)
      : Promise.resolve(typeof turn === "string" ? { id, state: turn } : turn);
  });
  return { pollTasks, polls };
}

/** Polls of tasks that are running until the given time of the clock and in `state` from then on, counted for each. */
export function taskUntil(endMs: number, now: () => number, state = "FINISHED") {
  const polls = new Map<string, number>();
  const pollTasks = answerPolls((id) => {
    polls.set(id, (polls.get(id) ?? 0) + 1);
    return Promise.resolve({ id, state: now() >= endMs ? state : "RUNNING" });
  });
  return { pollTasks, polls: () => [...polls.values()] };
}
