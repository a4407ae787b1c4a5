import { flag, integer, moment, objectOf, text, uuid4, type Check } from "./check";

export const mapOf =
  (check: Check): Check =>
  (value) =>
    typeof value === "object" && value !== null && Object.values(value).every(check);

/** Platform facts "Functions", field by field. */
export const functionFields: Readonly<Record<string, Check>> = {
  name: text,
  code_text: text,
  main_method: text,
  runtime: text,
  flavor: text,
  timeout: integer,
  autoscaling: objectOf({ min_instances: integer, max_instances: integer }),
  dependencies: text,
  description: text,
  enable_api_key: flag,
  envs: mapOf(text),
  disabled: flag,
  id: uuid4,
  endpoint: text,
  status: text,
  build_status: text,
  build_message: text,
  deploy_status: mapOf(integer),
  created_at: moment,
};
