import { z } from "zod";
import type { DataSource } from "../../core/data-source";
import { instantOf } from "../../values/instant";
import type { TranscodingDuration } from "./result";
import { transcodingDurationOf } from "./wire";

interface TimeFrame {
  from: string;
  to: string;
}

const datetime = z.string().refine((text) => instantOf(text) !== undefined, {
  error: "must be a Date or an ISO 8601 datetime, such as 2026-11-01T00:00:00Z",
});

const argsSchema = z.strictObject({ from: datetime, to: datetime }).superRefine(({ from, to }, context) => {
  const [start, end] = [instantOf(from), instantOf(to)];
  if (start !== undefined && end !== undefined && start >= end) {
    context.addIssue({ code: "custom", path: ["from"], message: "must be before to" });
  }
});

/** Answers `getTranscodingDuration`. */
export const transcodingDuration: DataSource<TimeFrame, TimeFrame, TranscodingDuration> = {
  name: "getTranscodingDuration",
  args: argsSchema,
  question: (args) => args,
  subject: ({ from, to }) => `the transcoding duration from ${from} to ${to}`,
  read: async (connection, frame) => transcodingDurationOf(await connection.statistics.transcodingDuration(frame)),
};
