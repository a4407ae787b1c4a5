/** Which images are listed; an image has to pass all filters. */
export interface GetImagesArgs {
  /**
   * Project in which images are looked for.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: number;
  /**
   * Region in which images are looked for.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: number;
  /** The exact display name. */
  name?: string;
  /** A regular expression that is found anywhere in the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** The exact distribution, for instance `ubuntu`. */
  osDistro?: string;
  /** The exact version of the distribution, for instance `24.04`. */
  osVersion?: string;
  architecture?: "aarch64" | "x86_64";
  /** For instance `public`. */
  visibility?: string;
  /** Tags that an image must have with these values; it may have others. */
  tags?: Record<string, string>;
  /**
   * Whether the prices are asked for.
   * @default false
   */
  includePrices?: boolean;
}
