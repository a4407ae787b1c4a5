import type * as pulumi from "@pulumi/pulumi";
import type { SnapshotStatus, SnapshotTag } from "../../model/snapshot";
import { HostedResource, checkOutputNames } from "../../program/hosted-resource";
import type { SnapshotAttributesArgs, SnapshotOnDestroy } from "./args";
import { traits } from "./traits";

/**
 * The name and the tags of an existing cloud snapshot. If the program declares no name, the snapshot keeps the name
 * that it has. Tags that the program has never declared stay, unless `exclusiveTags` is true. Destroying the resource
 * never deletes the snapshot.
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
  /** ID of the project that the snapshot is in. */
  declare readonly projectId: pulumi.Output<number>;
  /** ID of the region that the snapshot is in. */
  declare readonly regionId: pulumi.Output<number>;
  /** ID of the snapshot on the platform. The resource's `id` is `<project>/<region>/<snapshot>`. */
  declare readonly snapshotId: pulumi.Output<string>;
  /** Display name on the platform, even if the program does not declare it. */
  declare readonly name: pulumi.Output<string>;
  /** Whether the program declares the name. */
  declare readonly managesName: pulumi.Output<boolean>;
  /** The tags that the program declares; undefined if it declares none. */
  declare readonly tags: pulumi.Output<Record<string, string | null> | undefined>;
  /** All tags of the snapshot, including read-only tags and tags that the program does not declare. */
  declare readonly allTags: pulumi.Output<SnapshotTag[]>;
  /** Whether the resource removes writable tags that the program does not declare. */
  declare readonly exclusiveTags: pulumi.Output<boolean>;
  /** What happens to the name and the tags when the resource is destroyed or replaced. */
  declare readonly onDestroy: pulumi.Output<SnapshotOnDestroy>;
  /** Maximum time to wait, in seconds, for a task that has locked the snapshot. */
  declare readonly lockTimeoutSeconds: pulumi.Output<number>;
  /** Status of the snapshot on the platform, such as `available`. */
  declare readonly status: pulumi.Output<SnapshotStatus>;
  /** ID of the task that has locked the snapshot; undefined if the snapshot is not locked. */
  declare readonly lockTaskId: pulumi.Output<string | undefined>;
  /** When the snapshot was created: date and time as the platform writes them. */
  declare readonly createdAt: pulumi.Output<string>;
  /** ID of the task that created the snapshot. */
  declare readonly creatorTaskId: pulumi.Output<string>;
  /** Description of the snapshot, which this resource does not manage; undefined if there is none. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Name of the region. */
  declare readonly region: pulumi.Output<string>;
  /** Size of the snapshot in GiB. */
  declare readonly size: pulumi.Output<number>;
  /** When the snapshot was last changed: date and time as the platform writes them. */
  declare readonly updatedAt: pulumi.Output<string>;
  /** ID of the volume that the snapshot was made from. */
  declare readonly volumeId: pulumi.Output<string>;

  /** @param opts Pulumi's resource options. `provider` takes a `Provider` of this package. */
  constructor(name: string, args: SnapshotAttributesArgs, opts?: pulumi.CustomResourceOptions) {
    super("SnapshotAttributes", name, args, checkOutputNames<SnapshotAttributes, typeof traits>(traits), opts);
  }

  /**
   * Reads an existing snapshot without managing it.
   * @param id `<project>/<region>/<snapshot>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SnapshotAttributes {
    // With an `id`, Pulumi reads the object and checks no arguments, so required ones may be missing.
    return new this(name, {} as SnapshotAttributesArgs, { ...opts, id });
  }
}
