import { z } from "zod";

const word = z.string().min(1).optional();
const polls = z.number().int().min(0).max(10_000).optional();
const milliseconds = z
  .number()
  .int()
  .min(0)
  .max(24 * 3_600_000)
  .optional();

/** How a task lives: in a seed for all tasks, in a fault for those that the request starts. REFERENCE.md, "Tasks". */
export const taskLifeSchema = z
  .strictObject({
    /** So many first polls answer 404. @default 0 */
    unknownPolls: polls,
    /** Every poll answers 404, although the operation goes on and ends. @default false */
    neverKnown: z.boolean().optional(),
    /** NEW for so long. @default 0 */
    newMs: milliseconds,
    /** NEW for so many polls. @default 0 */
    newPolls: polls,
    /** RUNNING for so long, after NEW. @default 0 */
    runningMs: milliseconds,
    /** RUNNING for so many polls, after NEW. @default 0 */
    runningPolls: polls,
    /** How it ends. @default "FINISHED" */
    end: z.enum(["FINISHED", "ERROR"]).optional(),
    /** The task's `error` once it has ended in ERROR. */
    error: z.string().optional(),
    /** `build_message` of a function while the task runs and after. @default "" */
    buildMessage: z.string().optional(),
    /** In ERROR: the effect of the task stays after all. @default false */
    keeps: z.boolean().optional(),
    /** Shown in place of NEW. */
    newState: word,
    /** Shown in place of RUNNING: a state that nobody knows. */
    state: word,
    /** Shown in place of FINISHED or ERROR: the operation has ended, but its task never says so. */
    endState: word,
    /** How many tasks the call starts; in case of ERROR, only the last one is. @default 1 */
    tasks: z.number().int().min(1).max(100).optional(),
  })
  .refine(({ newMs, newPolls }) => newMs === undefined || newPolls === undefined, {
    message: "takes one of newMs and newPolls",
  })
  .refine(({ runningMs, runningPolls }) => runningMs === undefined || runningPolls === undefined, {
    message: "takes one of runningMs and runningPolls",
  })
  // Its polls do not count, so that phases that last for polls would never be over.
  .refine(
    (life) => life.neverKnown !== true || (life.unknownPolls ?? life.newPolls ?? life.runningPolls) === undefined,
    {
      message: "neverKnown goes without unknownPolls, newPolls and runningPolls",
    },
  )
  .refine(({ end, error, keeps }) => end === "ERROR" || (error === undefined && keeps !== true), {
    message: "error and keeps need end ERROR",
  });

/** A checked life cycle. */
export type TaskLife = z.output<typeof taskLifeSchema>;
