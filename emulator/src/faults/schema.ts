import { z } from "zod";
import { taskLifeSchema } from "../cloud/tasks/life";

const effects = ["answer", "reset", "broken", "delayMs", "answerDelayMs", "tasks"] as const;

const milliseconds = z.number().int().min(0).max(600_000);

const maxBytes = 256 * 1024 * 1024;

const effectsOf = (fault: object & Partial<Record<(typeof effects)[number], unknown>>) =>
  effects.map((name) => fault[name]);

/** What may be asked of a fault; the limits are repeated in the README. */
export const faultSchema = z
  .strictObject({
    /** Method it is for; `*` for all. @default "*" */
    method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "*"]).default("*"),
    /** Path without the query; `*` stands for any run of characters. */
    path: z.string().startsWith("/"),
    /** Values of the query; other names may be there too. */
    query: z.record(z.string(), z.string()).optional(),
    /** Values of headers; case does not matter in their names. */
    headers: z.record(z.string(), z.string()).optional(),
    /** Part of the JSON body: of its objects, only the fields that are named here. */
    body: z.unknown().optional(),
    /** How many requests it hits. @default 1 */
    times: z.number().int().positive().default(1),
    /** How many matching requests pass before it begins. @default 0 */
    skip: z.number().int().min(0).default(0),
    /** Wait before the request is handled. */
    delayMs: milliseconds.optional(),
    /** Wait after the change was applied, before the answer leaves. */
    answerDelayMs: milliseconds.optional(),
    /** Answered in place of the true answer; with `applied` the request is handled first. */
    answer: z
      .strictObject({
        status: z.number().int().min(200).max(599),
        /** A text is sent as it is, anything else as JSON. */
        body: z.unknown().optional(),
        headers: z.record(z.string(), z.string()).optional(),
        applied: z.boolean().default(false),
      })
      .optional(),
    /** Resets the connection before or after the request is handled. */
    reset: z.enum(["before", "after"]).optional(),
    /**
     * What is wrong with the answer to a request that was handled. `truncated`: the connection ends in the middle of it;
     * `malformed`: whole, but not JSON; `drip`: it comes a byte at a time, and never to an end; `huge`: spaces follow it.
     */
    broken: z.enum(["truncated", "malformed", "drip", "huge"]).optional(),
    /** Wait before each byte of a `drip`. @default 1000 */
    dripMs: milliseconds.min(1).optional(),
    /** Least length of a `huge` answer, up to 256 MiB. @default 33 MiB */
    hugeBytes: z.number().int().min(1).max(maxBytes).optional(),
    /** How the tasks live that the request starts, in place of the seed's life cycle as a whole. */
    tasks: taskLifeSchema.optional(),
  })
  .refine((f) => [f.answer, f.reset, f.broken].filter((effect) => effect !== undefined).length <= 1, {
    message: "takes one of answer, reset and broken",
  })
  .refine((f) => effectsOf(f).some((effect) => effect !== undefined), {
    message: "needs an effect: delayMs, answerDelayMs, answer, reset, broken or tasks",
  })
  .refine((f) => f.dripMs === undefined || f.broken === "drip", { path: ["dripMs"], message: "goes with drip only" })
  .refine((f) => f.hugeBytes === undefined || f.broken === "huge", {
    path: ["hugeBytes"],
    message: "goes with huge only",
  })
  .refine((f) => f.tasks === undefined || (f.reset !== "before" && f.answer?.applied !== false), {
    path: ["tasks"],
    message: "needs a request that is handled: no reset before, no answer that is not applied",
  });

/** A fault as a test writes it. */
export type FaultInput = z.input<typeof faultSchema>;

/** A checked fault. */
export type Fault = z.output<typeof faultSchema>;
