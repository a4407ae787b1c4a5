/** Names of the list's filters (platform facts "Images"). */
export const imageFilters = [
  "name",
  "os_distro",
  "os_version",
  "architecture",
  "visibility",
  "private",
  "tag_key",
  "tag_key_value",
] as const;

/** See {@link imageFilters}. */
export type ImageFilter = (typeof imageFilters)[number];
