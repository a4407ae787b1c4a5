import { z } from "zod";
import type { DataSource } from "../../core/data-source";
import type { GetLiveStreamArgs } from "./args";
import { liveStreamOf, type LiveStream } from "./result";

/** Answers `getLiveStream`. */
export const liveStream: DataSource<GetLiveStreamArgs, GetLiveStreamArgs, LiveStream> = {
  name: "getLiveStream",
  args: z.strictObject({ streamId: z.int().min(1) }),
  question: (args) => args,
  subject: ({ streamId }) => `live stream ${streamId}`,
  read: async (connection, { streamId }) => liveStreamOf(await connection.streams.get(streamId)),
};
