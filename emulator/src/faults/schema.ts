import { z } from "zod";
import { areaEffects } from "../area-effects";
import { headerValue, pathPattern, patternMethods, patternShape, type SeenRequest } from "../http/request-pattern";

const areaEffectNames = Object.keys(areaEffects) as (keyof typeof areaEffects)[];

const effects = ["delayMs", "answerDelayMs", "answer", "reset", "broken", ...areaEffectNames] as const;

const milliseconds = z.number().int().min(0).max(600_000);

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

const maxBytes = 256 * 1024 * 1024;

/** A condition in code. */
export type FaultCondition = (request: SeenRequest) => boolean;

/** A fault; REFERENCE.md repeats the limits. */
export const faultSchema = z
  .strictObject({
    /** Method to match; `*` for all. @default "*" */
    method: z.enum(patternMethods).default("*"),
    /** Path to match, without the query; `*` stands for any run of characters. */
    path: pathPattern,
    ...patternShape,
    /** Called for each request that matches the rest; true matches. In the same process only. */
    when: z
      .custom<FaultCondition>((value) => typeof value === "function", "takes a function, in the same process only")
      .optional(),
    /** How many requests it hits. @default 1 */
    times: z.number().int().positive().default(1),
    /** How many matching requests it skips first. @default 0 */
    skip: z.number().int().min(0).default(0),
    /** Delay before the request is handled. */
    delayMs: milliseconds.optional(),
    /** Delay after the request was handled, before the response is sent. */
    answerDelayMs: milliseconds.optional(),
    /** Response in place of the real one; with `applied` the request is handled first. */
    answer: z
      .strictObject({
        status: z.number().int().min(200).max(599),
        /** A string is sent as it is, anything else as JSON. */
        body: z.unknown().optional(),
        headers: z
          .record(z.string().regex(headerName, "is not a header name"), z.string().regex(headerValue))
          .optional(),
        applied: z.boolean().default(false),
      })
      .optional(),
    /** Resets the connection before or after the request is handled. */
    reset: z.enum(["before", "after"]).optional(),
    /**
     * Breaks the response to a handled request. `truncated`: the connection closes in the middle of the body;
     * `malformed`: complete, but not JSON; `drip`: byte by byte, without an end; `huge`: followed by spaces.
     */
    broken: z.enum(["truncated", "malformed", "drip", "huge"]).optional(),
    /** Delay before each byte of a `drip`. @default 1000 */
    dripMs: milliseconds.min(1).optional(),
    /** Minimum length of a `huge` response, up to 256 MiB. @default 33 MiB */
    hugeBytes: z.number().int().min(1).max(maxBytes).optional(),
    ...areaEffects,
  })
  .refine((f) => [f.answer, f.reset, f.broken].filter((effect) => effect !== undefined).length <= 1, {
    message: "takes one of answer, reset and broken",
  })
  .refine((f) => effects.some((name) => f[name] !== undefined), {
    message: `needs an effect: ${effects.slice(0, -1).join(", ")} or ${effects.at(-1)}`,
  })
  .refine((f) => f.dripMs === undefined || f.broken === "drip", { path: ["dripMs"], message: "goes with drip only" })
  .refine((f) => f.hugeBytes === undefined || f.broken === "huge", {
    path: ["hugeBytes"],
    message: "goes with huge only",
  })
  .superRefine((f, context) => {
    const isHandled = f.reset !== "before" && f.answer?.applied !== false;
    const message = "needs a request that is handled: no reset before, no answer that is not applied";
    for (const name of areaEffectNames) {
      if (!isHandled && f[name] !== undefined) {
        context.addIssue({ code: "custom", path: [name], message });
      }
    }
  });

/** A fault, as tests write it. */
export type FaultInput = z.input<typeof faultSchema>;

/** A checked fault. */
export type Fault = z.output<typeof faultSchema>;
