import type { ImageAnswer } from "../../api/calls/images";
import { camelized } from "../../api/calls/naming";
import type { Image } from "./result";

/** An image under the names that programs use. */
export function imageOf(answer: ImageAnswer): Image {
  return { ...camelized(answer), tagsV2: answer.tags_v2.map(camelized) };
}
