import type { Output } from "@pulumi/pulumi";
import type { SnapshotAttributesArgs } from "../../../provider/resources/snapshot-attributes/args";
import type { SnapshotAnswer } from "../../../provider/api/calls/snapshots";
import type { SnapshotStatus, SnapshotTag } from "../../../provider/model/snapshot";
import type { SnapshotAttributes } from "../../../provider/resources/snapshot-attributes/resource";
import { readActual, readManaged } from "../../../provider/resources/snapshot-attributes/handler";
import {
  checkSnapshotAttributes,
  readAttributes,
  toState,
  type argsSchema,
} from "../../../provider/resources/snapshot-attributes/schema";
import { expectTypes, type Same } from "../../same-types";
import { answer, args, ref, taskId, wireTags } from "./snapshots";

/** Contract 2.3: field by field the output and a value as it is answered; the types of outputs are compared with these. */
const contract = {
  created_at: ["createdAt", "2026-01-12T09:00:00+0000"],
  creator_task_id: ["creatorTaskId", "3f6c1a52-7d0e-4b8f-9a3d-2c5e8b1f4a60"],
  description: ["description", "before the upgrade"],
  id: ["snapshotId", ref.snapshotId],
  name: ["name", "as found"],
  project_id: ["projectId", 12],
  region: ["region", "north"],
  region_id: ["regionId", 7],
  size: ["size", 10],
  status: ["status", "available"],
  tags: ["allTags", [{ key: "a", value: "1", readOnly: false }]],
  task_id: ["lockTaskId", taskId],
  updated_at: ["updatedAt", "2026-01-13T09:00:00+0000"],
  volume_id: ["volumeId", "8a1d4e07-52b9-4c36-8f7e-6d0b9c3a2e15"],
} as const;

/** Outputs that are not in the contract: the arguments, and what only the resource knows. */
const own = ["tags", "exclusiveTags", "onDestroy", "lockTimeoutSeconds", "managesName"] as const;
/** What a state holds besides, which is no output. */
const ofState = ["restorePoint", "operation", "claim"] as const;

type OutputNames = Exclude<
  {
    [K in keyof SnapshotAttributes]: SnapshotAttributes[K] extends Output<unknown> ? K : never;
  }[keyof SnapshotAttributes],
  "id" | "urn"
>;
type ContractOutputs = (typeof contract)[keyof typeof contract][0];

type NamedKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: true };
type OutputValue<T> = T extends Output<infer Value> ? NonNullable<Value> : never;
type Widened<T> = T extends string ? string : T extends number ? number : never;
/** What is read leniently: tags may lack `read_only`, and a status may be unknown. */
type Strict = Exclude<keyof typeof contract, "status" | "tags">;
/** `false` for each field that an answer or its output has with another type. */
type FieldsMatch = {
  [F in Strict]: Same<
    [NonNullable<SnapshotAnswer[F]>, OutputValue<SnapshotAttributes[(typeof contract)[F][0]]>],
    [Widened<(typeof contract)[F][1]>, Widened<(typeof contract)[F][1]>]
  >;
}[Strict];

/** The class, the state and the arguments have exactly these properties. */
interface TypesMatch {
  answer: Same<NamedKeys<SnapshotAnswer>, keyof typeof contract>;
  fields: [FieldsMatch] extends [true] ? true : false;
  tags: Same<OutputValue<SnapshotAttributes["allTags"]>, SnapshotTag[]>;
  status: SnapshotStatus extends OutputValue<SnapshotAttributes["status"]> ? true : false;
  outputs: Same<OutputNames, ContractOutputs | (typeof own)[number]>;
  args: Same<keyof SnapshotAttributesArgs, keyof typeof argsSchema.shape>;
}

const { inputs } = checkSnapshotAttributes(args({ name: "as found", tags: { a: "1" } }), {});
const restorePoint = { tags: {}, addedTags: [] };

test("the outputs are exactly the contract's fields", () => {
  expectTypes<TypesMatch>();
  const full = answer({ tags: wireTags({ a: "1" }), task_id: taskId });
  expect(Object.keys(full).sort()).toEqual(Object.keys(contract).sort());
  const state = toState(full, inputs, { restorePoint });
  expect(state).toMatchObject(Object.fromEntries(Object.values(contract)));
  expect(Object.keys(state).sort()).toEqual(
    [...Object.values(contract).map(([name]) => name), ...own, "restorePoint"].sort(),
  );
});

test("the restore point, the operation and the claim are in the state, too", () => {
  const kept = { restorePoint, operation: { kind: "update", unconfirmed: true }, claim: "aaaa0001" } as const;
  const state = toState(answer({ task_id: taskId }), inputs, kept);
  expect(state).toMatchObject(kept);
  const names = [...Object.values(contract).map(([name]) => name), ...own, ...ofState];
  expect(Object.keys(state).sort()).toEqual([...names].sort());
});

test("null fields and unknown fields are left out of the state", () => {
  const few = answer({ description: null, task_id: null, tags: wireTags({}, { fixed: "1" }), colour: "red" });
  const state = toState(few, inputs, { restorePoint });
  expect(state).not.toHaveProperty("description");
  expect(state).not.toHaveProperty("lockTaskId");
  expect(state).not.toHaveProperty("colour");
  expect(state.allTags).toEqual([{ key: "fixed", value: "1", readOnly: true }]);
});

describe("the inputs of an observed snapshot", () => {
  const seen = answer({ name: "theirs", tags: wireTags({ a: "9", theirs: "x" }, { fixed: "1" }) });
  const managed = { exclusiveTags: false, onDestroy: "restore", lockTimeoutSeconds: 600 } as const;

  it.each([
    ["nothing declared", {}, {}],
    ["a name", { name: "new" }, { name: "theirs" }],
    ["tags, one of them gone", { tags: { a: "1", b: "2" } }, { tags: { a: "9", b: null } }],
    ["tags, all of them gone", { tags: { b: "2" } }, { tags: { b: null } }],
    ["exclusive", { exclusiveTags: true, tags: { a: "1" } }, { exclusiveTags: true, tags: { a: "9", theirs: "x" } }],
    ["a tag to be removed, which is gone", { tags: { legacy: null } }, { tags: { legacy: null } }],
    ["a tag to be removed, which was written again", { tags: { theirs: null } }, { tags: { theirs: "x" } }],
    ["a tag that became read-only", { tags: { fixed: "2" } }, { tags: { fixed: "1" } }],
    ["no keys that every object inherits", { tags: {} }, {}],
  ])("with %s", (_, declared, expected) => {
    expect(readActual(readAttributes(seen), { ...managed, ...declared })).toEqual({ ...managed, ...expected });
  });
});

test("an empty state declares nothing", () => {
  expect(readManaged({})).toEqual({ exclusiveTags: false, onDestroy: "restore", lockTimeoutSeconds: 600 });
  expect(readManaged({ name: "as found", managesName: false })).not.toHaveProperty("name");
});
