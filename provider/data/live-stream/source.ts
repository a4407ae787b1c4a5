import { z } from "zod";
import type { DataSource } from "../../core/data-source";
import type { GetLiveStreamArgs } from "./args";
import type { LiveStream } from "./result";
import { secretStreamFields } from "./secret-fields";
import { holdsLogin } from "./urls";
import { liveStreamOf } from "./wire";

/** Answers `getLiveStream`. */
export const liveStream: DataSource<GetLiveStreamArgs, GetLiveStreamArgs, LiveStream> = {
  name: "getLiveStream",
  args: z.strictObject({ streamId: z.int().min(1) }),
  question: (args) => args,
  subject: ({ streamId }) => `live stream ${streamId}`,
  secretFields: ({ uri }) => [...secretStreamFields, ...(typeof uri === "string" && holdsLogin(uri) ? ["uri"] : [])],
  read: async (connection, { streamId }) => liveStreamOf(await connection.streams.get(streamId)),
};
