/** Which snapshots are listed; a snapshot has to pass all filters. */
export interface GetSnapshotsArgs {
  /**
   * Project in which snapshots are looked for.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: number;
  /**
   * Region in which snapshots are looked for.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: number;
  /** The exact display name, which several snapshots may have. */
  name?: string;
  /** A regular expression that is found anywhere in the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** The volume that the snapshot was made from. */
  volumeId?: string;
  /** For instance `available`. */
  status?: string;
  /** Tags that a snapshot must have with these values; it may have others. */
  tags?: Record<string, string>;
}
