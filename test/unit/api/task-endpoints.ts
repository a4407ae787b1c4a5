import type { TaskAnswer, TasksEndpoint } from "../../../provider/api/calls/tasks";
import { NotFoundAnswerError } from "../../../provider/api/failures/errors";

/** What a poll of a task returns: an answer, its state alone, or a failure of the call. */
export type TaskTurn = TaskAnswer | string | Error;

export const unknownTask = new NotFoundAnswerError({ message: "no such task", status: 404 });

/** An endpoint with these tasks: each returns its turns one after the other and repeats the last of them. */
export function tasksOf(turnsOf: Record<string, TaskTurn[]>) {
  const polls: string[] = [];
  const get = (id: string): Promise<TaskAnswer> => {
    const turns = turnsOf[id] ?? [unknownTask];
    const turn = turns[Math.min(polls.filter((polled) => polled === id).length, turns.length - 1)] ?? unknownTask;
    polls.push(id);
    return turn instanceof Error ? Promise.reject(turn) : Promise.resolve(answerOf(turn, id));
  };
  return { tasks: { get } as TasksEndpoint, polls };
}

function answerOf(turn: TaskAnswer | string, id: string): TaskAnswer {
  return typeof turn === "string" ? { id, state: turn } : turn;
}

/** Tasks that are running until the given time of the clock and in `state` from then on, with the polls of each. */
export function taskUntil(endMs: number, now: () => number, state = "FINISHED") {
  const polls = new Map<string, number>();
  const get = (id: string) => {
    polls.set(id, (polls.get(id) ?? 0) + 1);
    return Promise.resolve({ id, state: now() >= endMs ? state : "RUNNING" });
  };
  return { tasks: { get } as unknown as TasksEndpoint, polls: () => [...polls.values()] };
}
