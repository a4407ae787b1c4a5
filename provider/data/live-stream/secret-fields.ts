/** Fields that embed the token or are a passphrase, and those that nobody knows yet. */
export const secretStreamFields = [
  "token",
  "pushUrl",
  "backupPushUrl",
  "pushUrlSrt",
  "backupPushUrlSrt",
  "pushUrlWhip",
  "multiRegionPushUrls",
  "srtPassphrase",
  "extra",
] as const;
