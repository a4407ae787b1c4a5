/** The paths that can name an entry of `sources`; the first that the entry has does. */
export const entryNamePaths = ["source", "config.s3BucketName", "config.appId"] as const;
