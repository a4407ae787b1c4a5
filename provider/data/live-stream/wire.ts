import { streamAnswer, type StreamAnswer } from "../../api/calls/streams";
import { camelized } from "../../api/calls/naming";
import { pick } from "../../values/json";
import type { LiveStream } from "./result";

/** A live stream under the names that programs use. */
export function liveStreamOf(answer: StreamAnswer): LiveStream {
  const isKnown = (name: string) => Object.hasOwn(streamAnswer.shape, name);
  const known = camelized(pick(answer, isKnown) as StreamAnswer);
  const htmlOverlays = answer.html_overlays?.map(camelized) ?? null;
  return { ...known, htmlOverlays, extra: pick(answer, (name) => !isKnown(name)) };
}
