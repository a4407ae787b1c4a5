import { z } from "zod";

const word = z.string().min(1).optional();
const polls = z.number().int().min(0).max(10_000).optional();
const milliseconds = z
  .number()
  .int()
  .min(0)
  .max(24 * 3_600_000)
  .optional();

/** Life cycle of tasks: in a seed for all, in a fault for those that the request starts. See REFERENCE.md, "Tasks". */
export const taskLifeSchema = z
  .strictObject({
    /** Number of first polls that get 404. @default 0 */
    unknownPolls: polls,
    /** Every poll gets 404, although the operation runs and ends. @default false */
    neverKnown: z.boolean().optional(),
    /** Milliseconds in NEW. @default 0 */
    newMs: milliseconds,
    /** Polls in NEW. @default 0 */
    newPolls: polls,
    /** Milliseconds in RUNNING. @default 0 */
    runningMs: milliseconds,
    /** Polls in RUNNING. @default 0 */
    runningPolls: polls,
    /** How it ends. @default "FINISHED" */
    end: z.enum(["FINISHED", "ERROR"]).optional(),
    /** The task's `error` once it has ended in ERROR. */
    error: z.string().optional(),
    /** `build_message` of a function while the task runs and after. @default "" */
    buildMessage: z.string().optional(),
    /** Whether the effect stays although the task ends in ERROR. @default false */
    keeps: z.boolean().optional(),
    /** Shown in place of NEW. */
    newState: word,
    /** Shown in place of RUNNING. */
    state: word,
    /** Shown in place of FINISHED or ERROR, so that the task never says that it has ended. */
    endState: word,
    /** Number of tasks that a request starts; only the last one can end in ERROR. @default 1 */
    tasks: z.number().int().min(1).max(100).optional(),
  })
  .refine(({ newMs, newPolls }) => newMs === undefined || newPolls === undefined, {
    message: "takes one of newMs and newPolls",
  })
  .refine(({ runningMs, runningPolls }) => runningMs === undefined || runningPolls === undefined, {
    message: "takes one of runningMs and runningPolls",
  })
  // Polls of an unknown task do not count, so a phase of polls would never end.
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
