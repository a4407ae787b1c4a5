import type * as pulumi from "@pulumi/pulumi";
import type { SnapshotStatus, SnapshotTag } from "../../model/snapshot";
import { HostedResource, type TraitsOf } from "../../program/hosted-resource";
import type { SnapshotAttributesArgs, SnapshotOnDestroy, SnapshotRestorePoint } from "./args";
import { traits } from "./traits";

/**
 * The name and the tags of a cloud snapshot that exists already (contract, sections 2.3 and 4.3). Only what is declared
 * is managed: other tags, and the name where none is declared, stay as they are.
 *
 * @example
 * const nightly = new SnapshotAttributes("nightly", {
 *   projectId: 1234,
 *   regionId: 76,
 *   snapshotId: "6a36ad0c-3d86-4f0e-9e5b-8b6bd9e5d0a1",
 *   name: "nightly-2026-11-21",
 *   tags: { environment: "production", keep: "30d" },
 * });
 */
export class SnapshotAttributes extends HostedResource {
  /** @internal */
  static readonly traits: TraitsOf<SnapshotAttributes, typeof traits> = traits;

  declare readonly projectId: pulumi.Output<number>;
  declare readonly regionId: pulumi.Output<number>;
  /** ID of the snapshot on the platform; the resource's `id` is `<project>/<region>/<snapshot>`. */
  declare readonly snapshotId: pulumi.Output<string>;
  /** Display name on the platform, declared here or not. */
  declare readonly name: pulumi.Output<string>;
  /** Whether the program declares the name. */
  declare readonly managesName: pulumi.Output<boolean>;
  /** The tags that the program declares. */
  declare readonly tags: pulumi.Output<Record<string, string | null> | undefined>;
  /** All tags on the platform, read-only ones and those of others too. */
  declare readonly allTags: pulumi.Output<SnapshotTag[]>;
  declare readonly exclusiveTags: pulumi.Output<boolean>;
  declare readonly onDestroy: pulumi.Output<SnapshotOnDestroy>;
  declare readonly lockTimeoutSeconds: pulumi.Output<number>;
  declare readonly status: pulumi.Output<SnapshotStatus>;
  /** Task that locks the snapshot (`task_id`); undefined while nothing does. */
  declare readonly lockTaskId: pulumi.Output<string | undefined>;
  /** Date and time as the platform writes them. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Task that made the snapshot. */
  declare readonly creatorTaskId: pulumi.Output<string>;
  declare readonly description: pulumi.Output<string | undefined>;
  /** Name of the region. */
  declare readonly region: pulumi.Output<string>;
  /** Size in GiB. */
  declare readonly size: pulumi.Output<number>;
  /** Date and time as the platform writes them. */
  declare readonly updatedAt: pulumi.Output<string>;
  /** Volume that the snapshot was made from. */
  declare readonly volumeId: pulumi.Output<string>;
  /** What there was before the resource first touched it; `onDestroy: "restore"` goes back to it. */
  declare readonly restorePoint: pulumi.Output<SnapshotRestorePoint>;

  /**
   * @param name Name of the resource in the program; the snapshot's own name is `args.name`.
   * @param args Which snapshot it is, and what is to be managed of it.
   * @param opts Pulumi's resource options; `provider` takes a `Provider` of this package.
   */
  constructor(name: string, args: SnapshotAttributesArgs, opts?: pulumi.CustomResourceOptions) {
    super("SnapshotAttributes", name, args, SnapshotAttributes.traits, opts);
  }

  /** The state of an existing snapshot, for reading only; `id` is `<project>/<region>/<snapshot>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SnapshotAttributes {
    return new SnapshotAttributes(name, {} as SnapshotAttributesArgs, { ...opts, id });
  }
}
