import { integer, listOf, moment, oneOf, orNull, text, uuid4, type Check } from "./check";
import { tag } from "./image";

/** Contract 3, snapshot `status`. */
export const statuses = [
  "available",
  "backing-up",
  "creating",
  "deleted",
  "deleting",
  "error",
  "error_deleting",
  "restoring",
  "unmanaging",
] as const;

/** Contract 2.3, row by row. */
export const snapshotFields: Readonly<Record<string, Check>> = {
  created_at: moment,
  creator_task_id: uuid4,
  description: orNull(text),
  id: uuid4,
  name: text,
  project_id: integer,
  region: text,
  region_id: integer,
  size: integer,
  status: oneOf(...statuses),
  tags: listOf(tag),
  task_id: orNull(uuid4),
  updated_at: moment,
  volume_id: uuid4,
};
