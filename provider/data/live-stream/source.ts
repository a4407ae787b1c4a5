import * as z from "zod";
import { toCamelCaseKeys } from "../../api/calls/naming";
import { streamAnswer, type StreamAnswer } from "../../api/calls/lookups";
import type { DataSource } from "../../core/data-source";
import { pick } from "../../values/json";
import { secretStreamFields } from "../stream-urls";
import type { GetLiveStreamArgs, LiveStream } from "./functions";

const liveStream: DataSource<GetLiveStreamArgs, GetLiveStreamArgs, LiveStream> = {
  name: "getLiveStream",
  args: z.strictObject({ streamId: z.int().min(1) }),
  describe: ({ streamId }) => `live stream ${streamId}`,
  secretFields: secretStreamFields,
  read: async (connection, { streamId }) => {
    const answer = await connection.lookups.getLiveStream(streamId);
    // `answer` also has the fields that `streamAnswer` does not name.
    const known = new Set(Object.keys(streamAnswer.shape));
    const fields = toCamelCaseKeys(pick(answer, (name) => known.has(name)) as StreamAnswer);
    const htmlOverlays = answer.html_overlays?.map(toCamelCaseKeys) ?? null;
    return { ...fields, htmlOverlays, extra: pick(answer, (name) => !known.has(name)) };
  },
};

export const liveStreams = { sources: [liveStream] };
