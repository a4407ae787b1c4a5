import { namedFields } from "../../api/endpoints/answer-fields";
import { snapshotAnswer, type SnapshotAnswer } from "../../api/endpoints/snapshots";
import { camelized } from "../../api/naming";
import { tagsOf } from "../../model/snapshot-answer";
import { orNull } from "../nullable";
import type { Snapshot } from "./result";

/** A snapshot under the names that programs use. */
export function snapshotOf(answer: SnapshotAnswer): Snapshot {
  return { ...orNull(camelized(namedFields(snapshotAnswer, answer))), tags: tagsOf(answer) };
}
