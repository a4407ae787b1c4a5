import type { Input } from "@pulumi/pulumi";

/**
 * The arguments of `SnapshotAttributes`. A name that the program does not mention stays as it is, and so do other tags
 * unless `exclusiveTags` is true.
 */
export interface SnapshotAttributesArgs {
  /**
   * ID of the project that the snapshot is in. Another project **replaces** the resource.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: Input<number>;
  /**
   * ID of the region that the snapshot is in. Another region **replaces** the resource.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: Input<number>;
  /** ID of the snapshot, a version 4 UUID. Another snapshot **replaces** the resource. */
  snapshotId: Input<string>;
  /**
   * Display name: 3 to 63 Latin letters, digits, spaces, dots, underscores, dashes and backslashes. It begins with a
   * letter or digit and does not end with a space, dash or backslash. Changes in place.
   * @default the name is not managed and stays as it is
   */
  name?: Input<string>;
  /**
   * Tags by key. A key has 1 to 255 characters without white space, control characters and equals signs. A value has
   * 1 to 255 characters without control characters, and no white space at either end; a number or a boolean becomes a
   * string. The value `null` removes the tag of that key, whoever created it. Removing a tag from the program removes
   * it from the snapshot. Tags that the program does not mention stay as they are, unless `exclusiveTags` is true. Do
   * not put secrets in tags: the outputs show them in plain text. Changes in place.
   * @default no tags are managed
   */
  tags?: Input<Record<string, Input<string | number | boolean | null>>>;
  /**
   * Whether to remove all tags that `tags` does not mention, whoever created them. Read-only tags belong to the
   * platform and stay. Changes in place.
   * @default false
   */
  exclusiveTags?: Input<boolean>;
  /**
   * What happens to the name and the tags when the resource is destroyed or replaced: `restore` what was there before
   * the resource first changed it, or `retain` them as they are. Changes in place.
   * @default "restore"
   */
  onDestroy?: Input<SnapshotOnDestroy>;
  /**
   * Maximum time to wait, in seconds, for a task that has locked the snapshot; 0 fails at once. With the plugin,
   * `customTimeouts` take precedence. Changes in place.
   * @default 600
   */
  lockTimeoutSeconds?: Input<number>;
}

/**
 * What happens to a snapshot's name and tags when the resource is destroyed or replaced: `restore` puts back what was
 * there before the resource first changed it, `retain` leaves them as they are.
 */
export type SnapshotOnDestroy = "restore" | "retain";
