import type { GetImagesArgs } from "../images/args";

/** Which image: the one with an ID, or the one that passes all filters. */
export interface GetImageArgs extends GetImagesArgs {
  /** ID of the image; then there can be no filters. */
  imageId?: string;
  /**
   * Whether the newest image is taken where several pass the filters, by `createdAt`.
   * @default false
   */
  mostRecent?: boolean;
}
