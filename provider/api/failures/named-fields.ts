import type { FieldError } from "./errors";

const bucketFields = [
  ...["s3_type", "s3_bucket_name", "s3_region", "s3_storage_hostname"],
  ...["s3_access_key_id", "s3_secret_access_key", "s3_auth_type"],
];

/** The fields of objects whose errors the platform reports at the object (contract, sections 2.1 and 2.6). */
const fieldsByObject: ReadonlyMap<string, readonly string[]> = new Map([
  ["config", [...bucketFields, "app_id"]],
  ["auth", bucketFields],
  ["autoscaling", ["min_instances", "max_instances"]],
]);

const sourceFields = ["source", "origin_type", "config", "backup", "enabled", "host_header_override"];

/**
 * The same errors, each at the field that its message begins with: for an S3 source the platform reports
 * `s3_region: Not support x` at `config`. Only what is a field of the object at that place counts.
 */
export function locateNamedFields(errors: readonly FieldError[]): FieldError[] {
  return errors.map(locateNamedField);
}

function locateNamedField({ location, message }: FieldError): FieldError {
  const [, name = "", rest = ""] = /^([a-z][a-z0-9_]*): (.+)$/s.exec(message) ?? [];
  if (name !== "" && location.at(-1) === name) {
    return { location, message: rest };
  }
  return findFields(location).includes(name)
    ? locateNamedField({ location: [...location, name], message: rest })
    : { location, message };
}

function findFields(location: readonly string[]): readonly string[] {
  const isSource = location.length === 2 && location[0] === "sources";
  return isSource ? sourceFields : (fieldsByObject.get(location.at(-1) ?? "") ?? []);
}
