import type { Output } from "@pulumi/pulumi";
import type { SnapshotAnswer } from "../../../provider/api/calls/snapshots";
import type { SnapshotStatus, SnapshotTag } from "../../../provider/model/snapshot";
import type { SnapshotAttributes } from "../../../provider/resources/snapshot-attributes/resource";

/** Contract 2.3: each field with the type of its value, and the output that shows it. */
interface Contract {
  created_at: [string, "createdAt"];
  creator_task_id: [string, "creatorTaskId"];
  description: [string, "description"];
  id: [string, "snapshotId"];
  name: [string, "name"];
  project_id: [number, "projectId"];
  region: [string, "region"];
  region_id: [number, "regionId"];
  size: [number, "size"];
  status: [SnapshotStatus, "status"];
  tags: [SnapshotTag[], "allTags"];
  task_id: [string, "lockTaskId"];
  updated_at: [string, "updatedAt"];
  volume_id: [string, "volumeId"];
}

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type NamedKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: true };
type OutputValue<T> = T extends Output<infer Value> ? NonNullable<Value> : never;

/** What is read leniently: tags may lack `read_only`, and a status may be unknown. */
type Lenient = "status" | "tags";

interface Parity {
  schema: Same<NamedKeys<SnapshotAnswer>, keyof Contract>;
  answers: { [F in Exclude<keyof Contract, Lenient>]: Same<NonNullable<SnapshotAnswer[F]>, Contract[F][0]> };
  outputs: {
    [F in Exclude<keyof Contract, "status">]: Same<OutputValue<SnapshotAttributes[Contract[F][1]]>, Contract[F][0]>;
  };
  status: Contract["status"][0] extends OutputValue<SnapshotAttributes["status"]> ? true : false;
}

const same = true as const;
const text = { created_at: same, creator_task_id: same, description: same, id: same, name: same, region: same };
const others = { project_id: same, region_id: same, size: same, task_id: same, updated_at: same, volume_id: same };

/** Does not compile unless contract, schema and class agree on every field and its type. */
const parity: Parity = {
  schema: same,
  answers: { ...text, ...others },
  outputs: { ...text, ...others, tags: same },
  status: same,
};

test("contract 2.3, schema and outputs have the same fields of the same types", () => {
  expect(Object.values(parity.outputs)).toHaveLength(13);
});
