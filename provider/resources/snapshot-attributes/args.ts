import type { Input } from "@pulumi/pulumi";

/** The arguments of `SnapshotAttributes` (contract, section 4.3). What is not declared is not managed. */
export interface SnapshotAttributesArgs {
  /**
   * Project of the snapshot. Another project **replaces** the resource.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: Input<number>;
  /**
   * Region of the snapshot. Another region **replaces** the resource.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: Input<number>;
  /** ID of the snapshot, a UUID of version 4. Another snapshot **replaces** the resource. */
  snapshotId: Input<string>;
  /**
   * Display name: 3 to 63 Latin letters, digits, spaces, dots, underscores, dashes and backslashes that begin with a
   * letter or digit and do not end with a space, dash or backslash. Changes in place.
   * @default not managed: the name stays as it is
   */
  name?: Input<string>;
  /**
   * Tags by key. Keys have 1 to 255 characters without white space and equals signs. Values have 1 to 255 characters,
   * without control characters, and without white space at their ends. A key with `null` removes that tag, whoever made
   * it. Removing a tag from the program removes it from the snapshot; other tags stay as they are. Changes in place.
   * @default none
   */
  tags?: Input<Record<string, Input<string | null>>>;
  /**
   * Whether the user's tags on the snapshot are to be those of `tags` only: others are removed. Read-only tags stay.
   * Changes in place.
   * @default false
   */
  exclusiveTags?: Input<boolean>;
  /**
   * What becomes of the name and the tags when the resource is destroyed or replaced: `restore` what was found before
   * the resource first touched them, or `retain` them as they are. Changes in place.
   * @default "restore"
   */
  onDestroy?: Input<SnapshotOnDestroy>;
  /**
   * Seconds to wait for the end of a task that has locked the snapshot; 0 does not wait. Changes in place.
   * @default 600
   */
  lockTimeoutSeconds?: Input<number>;
}

/** What happens to a snapshot's name and tags when the resource is destroyed or replaced. */
export type SnapshotOnDestroy = "restore" | "retain";

/** What a snapshot was like before the resource first touched it: what `onDestroy: "restore"` goes back to. */
export interface SnapshotRestorePoint {
  /** Name before the first one that was declared. */
  name?: string;
  /** Name that was declared last; once none is declared, another name is somebody else's and stays. */
  declaredName?: string;
  /** Values of touched tags by key. */
  tags: Record<string, string>;
  /** Keys of declared tags that were not there; they are removed on restoring. */
  addedTags: string[];
}
