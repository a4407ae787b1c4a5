import type { Input } from "@pulumi/pulumi";

/**
 * The snapshot, and the name and the tags that the program declares. If the program declares no name, the snapshot
 * keeps the name that it has. Tags that the program has never declared stay, unless `exclusiveTags` is true.
 */
export interface SnapshotAttributesArgs {
  /**
   * ID of the project that the snapshot is in. Another project **replaces** the resource.
   * @default the stack's `edgecloud:projectId` or the explicit `Provider`'s `projectId`, else `EDGECLOUD_PROJECT_ID`
   */
  projectId?: Input<number>;
  /**
   * ID of the region that the snapshot is in. Another region **replaces** the resource.
   * @default the stack's `edgecloud:regionId` or the explicit `Provider`'s `regionId`, else `EDGECLOUD_REGION_ID`
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
   * Tags by key. A key has 1 to 255 characters without white space, control characters and equals signs, and does not
   * end with a backslash. A value has 1 to 255 characters without control characters, and no white space at either end;
   * a number or a boolean becomes a string. The value `null` removes the tag of that key, whoever created it. A
   * read-only tag belongs to the platform, and it is an error to declare one. Removing a tag from the program removes
   * it from the snapshot. Tags that the program has never declared stay as they are, unless `exclusiveTags` is true. Do
   * not put secrets in tags: the platform returns tags in plain text, and the output `allTags` shows them. Changes in
   * place.
   * @default no tags are managed
   */
  tags?: Input<Record<string, Input<string | number | boolean | null>>>;
  /**
   * Whether to remove all tags that `tags` does not contain, whoever created them. Read-only tags belong to the
   * platform and stay. Changes in place.
   * @default false
   */
  exclusiveTags?: Input<boolean>;
  /**
   * What happens to the name and the tags when the resource is destroyed or replaced: `restore` puts back what the
   * snapshot had before the resource first changed it, `retain` leaves the name and the tags as they are. Changes in
   * place.
   * @default "restore"
   */
  onDestroy?: Input<SnapshotOnDestroy>;
  /**
   * Maximum time to wait, in seconds, for a task that has locked the snapshot; with 0, a change of a locked snapshot
   * fails at once. With the plugin, the resource option `customTimeouts` takes precedence. Changes in place.
   * @default 600
   */
  lockTimeoutSeconds?: Input<number>;
}

/**
 * What happens to a snapshot's name and tags when the resource is destroyed or replaced: `restore` puts back what the
 * snapshot had before the resource first changed it, `retain` leaves the name and the tags as they are.
 */
export type SnapshotOnDestroy = "restore" | "retain";
