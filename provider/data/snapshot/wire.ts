import { namedFields } from "../../api/calls/answer-fields";
import { snapshotAnswer, type SnapshotAnswer } from "../../api/calls/snapshots";
import { camelized } from "../../api/calls/naming";
import { tagsOf } from "../../model/snapshot-answer";
import { orNull } from "../nullable";
import type { Snapshot } from "./result";

/** A snapshot under the names that programs use. */
export function snapshotOf(answer: SnapshotAnswer): Snapshot {
  return { ...orNull(camelized(namedFields(snapshotAnswer, answer))), tags: tagsOf(answer) };
}
