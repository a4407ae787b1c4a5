import { integer, listOf, moment, objectOf, orNull, text, uuid4, type Check } from "./check";

/** Platform facts "Tasks", field by field; `resource` is the key of `created_resources`. */
export const taskFields = (resource: string): Readonly<Record<string, Check>> => ({
  id: uuid4,
  user_id: integer,
  state: text,
  task_type: text,
  error: orNull(text),
  created_resources: orNull(objectOf({ [resource]: listOf(uuid4) })),
  created_on: moment,
  updated_on: moment,
  finished_on: orNull(moment),
  detailed_state: orNull(text),
});
