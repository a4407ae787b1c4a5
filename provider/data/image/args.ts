import type { GetImagesArgs } from "../images/args";

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
