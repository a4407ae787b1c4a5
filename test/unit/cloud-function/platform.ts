import type { Connection } from "../../../provider/api/connection";
import type { FunctionAnswer, FunctionRef } from "../../../provider/api/calls/functions";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  UnavailableError,
  ignoreNotFound,
} from "../../../provider/api/failures/errors";
import type { Clock } from "../../../provider/api/transport/stop";
import { PartialFailure } from "../../../provider/core/handler";
import { WaitDisplay } from "../../../provider/hosts/wait-display";
import { fakeClock } from "../api/fake-clock";
import { withContext } from "../core/with-context";
import { tasksOf, type TaskTurn } from "../api/task-endpoints";
import { id, ref } from "./functions";
import { TaskHandler } from "../../../provider/tasks/handler";
import { functionKind } from "../../../provider/resources/cloud-function/handler";
import type { CloudFunctionState } from "./functions";

type Turn<Answer> = Answer | Error;

/** The answers of the platform, call by call; the last one repeats. */
export interface Turns {
  /** One after the other, or by the number of changes that were sent so far. */
  reads?: Turn<FunctionAnswer>[] | ((changes: number) => Turn<FunctionAnswer>);
  /** The entry in the list of functions, if the list is read. */
  listed?: FunctionAnswer;
  creates?: Turn<string[]>[];
  patches?: Turn<string[]>[];
  deletes?: Turn<string[]>[];
  tasks?: Record<string, TaskTurn[]>;
}

/** Tells resources with the same function apart. */
export const claim = expect.stringMatching(/^[0-9a-f]{8}$/) as string;

export const missing = new NotFoundError({ message: "no such function", status: 404 });
export const lost = new OutcomeUnknownError({ message: "no answer: ECONNRESET" });
export const conflict = new ConflictError({ message: "Function is being changed.", status: 409 });
export const busy = new UnavailableError({ message: "busy", status: 503 });
export const finished = { "t-1": ["FINISHED"], "t-2": ["FINISHED"] };
export const taskFailed = (error: string): TaskTurn => ({ state: "ERROR", error });

/** A handler for a platform with these answers; `sent` has the changes in order. */
export function createHandler(turns: Turns, otherClock?: Clock) {
  const clock = fakeClock();
  const sent: { verb: string; body?: object }[] = [];
  const said: string[] = [];
  let looks = 0;
  const change = (verb: "creates" | "patches" | "deletes") => (at: FunctionRef, body?: object) => {
    expect(at).toEqual(ref);
    const before = sent.filter((earlier) => earlier.verb === verb).length;
    sent.push(body ? { verb, body: JSON.parse(JSON.stringify(body)) as object } : { verb });
    return next(turns[verb], before);
  };
  const look = (at: FunctionRef) => {
    expect(at).toEqual(ref);
    looks += 1;
    return typeof turns.reads === "function" ? next([turns.reads(sent.length)], 0) : next(turns.reads, looks - 1);
  };
  const functions = {
    get: look,
    read: (at: FunctionRef, isAsKnown: (listed: FunctionAnswer) => boolean) =>
      turns.listed && isAsKnown(turns.listed) ? Promise.resolve(turns.listed) : look(at),
    peek: (at: FunctionRef) => look(at).catch(ignoreNotFound),
    create: change("creates"),
    patch: change("patches"),
    delete: change("deletes"),
  };
  const { pollTasks, polls } = tasksOf(turns.tasks ?? {});
  const waits = new WaitDisplay(
    (line) => line && said.push(line),
    () => true,
  );
  const connection = { functions, pollTasks, scope: {}, taskPath: "/cloud/v1/tasks" } as unknown as Connection;
  const handler = withContext(new TaskHandler(functionKind, () => connection, otherClock ?? clock), { waits });
  const verbs = () => sent.map(({ verb }) => verb);
  return { handler, clock, sent, said, polls, looks: () => looks, verbs };
}

/** What the platform shows before the first change and after it. */
export function turnInto(before: Turn<FunctionAnswer>, after: Turn<FunctionAnswer>) {
  return (changes: number) => (changes === 0 ? before : after);
}

/** The error with which an operation ends. */
export async function captureError(operation: Promise<unknown> | undefined): Promise<Error & Record<string, unknown>> {
  return Promise.resolve(operation).then(
    () => Promise.reject(new Error("the operation succeeded")),
    (error: Error & Record<string, unknown>) => error,
  );
}

/** The error of an operation that saves in the state how far it got; `state` is as a state file has it. */
export async function captureKept(operation: Promise<unknown>) {
  const error = await captureError(operation);
  expect(error).toBeInstanceOf(PartialFailure);
  expect(error.id).toBe(id);
  const { message, cause } = error;
  return { message, cause, state: JSON.parse(JSON.stringify(error.state)) as CloudFunctionState };
}

/** The error of an operation that leaves the state as it is. */
export async function captureUnkept(operation: Promise<unknown>): Promise<Error> {
  const error = await captureError(operation);
  expect(error).not.toBeInstanceOf(PartialFailure);
  return error;
}

function next<Answer>(turns: Turn<Answer>[] = [], at: number): Promise<Answer> {
  const turn = turns[Math.min(at, turns.length - 1)] ?? new Error("this call was not expected");
  return turn instanceof Error ? Promise.reject(turn) : Promise.resolve(turn);
}
