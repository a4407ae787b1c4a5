/** The arguments of `getImages`. An image must match all filters that are given. */
export interface GetImagesArgs {
  /**
   * ID of the project to search in.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: number;
  /**
   * ID of the region to search in.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: number;
  /** The exact display name. */
  name?: string;
  /** Regular expression that matches any part of the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** The exact distribution, such as `ubuntu`. */
  osDistro?: string;
  /** The exact version of the distribution, such as `24.04`. */
  osVersion?: string;
  /** Architecture of the processor. */
  architecture?: "aarch64" | "x86_64";
  /** Who can see the image, such as `public`. */
  visibility?: string;
  /** Tags that the image must have, with these values. It may have others. */
  tags?: Record<string, string>;
  /**
   * Whether to ask for prices too.
   * @default false
   */
  includePrices?: boolean;
}

/** The arguments of `getImage`: either `imageId`, or at least one filter. */
export interface GetImageArgs extends GetImagesArgs {
  /** ID of the image. Cannot be combined with filters or `mostRecent`. */
  imageId?: string;
  /**
   * Whether to take the newest image by `createdAt` if several match. If not, several matches are an error.
   * @default false
   */
  mostRecent?: boolean;
}
