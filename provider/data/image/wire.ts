import type { ImageAnswer } from "../../api/endpoints/images";
import { camelized } from "../../api/naming";
import type { Image } from "./result";

/** An image under the names that programs use. */
export function imageOf(answer: ImageAnswer): Image {
  return { ...camelized(answer), tagsV2: answer.tags_v2.map(camelized) };
}
