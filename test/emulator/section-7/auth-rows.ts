import type { Row } from "./row";

const vendorAuth = {
  s3_type: "cloudvendor",
  s3_access_key_id: "ACCESSKEY-1",
  s3_secret_access_key: "s".repeat(40),
  s3_bucket_name: "media",
  s3_region: "north-1",
};

const otherAuth = {
  ...vendorAuth,
  s3_type: "other",
  s3_secret_access_key: "s".repeat(20),
  s3_region: undefined,
  s3_storage_hostname: "storage.example.com",
};

/** A row about one property of `auth`. */
function auth(
  error: string,
  property: string,
  value: unknown,
  message = "This field is required.",
  base: object = vendorAuth,
): Row {
  const body = { auth_type: "cloudSignatureV4", auth: { ...base, [property]: value } };
  return { error, body, at: ["auth", property], message };
}

/** Rows about `auth_type` and `auth`. */
export const authRows: readonly Row[] = [
  {
    error: "AuthTypeInvalidValueError",
    body: { auth_type: "basic", sources: [{ source: "a.example.com" }] },
    at: ["auth_type"],
    message: "Invalid value, should be in: ['none', 'cloudSignatureV4']",
  },
  {
    error: "AuthInvalidWithNoneAuthTypeValueError",
    body: { auth_type: "none", auth: vendorAuth, sources: [{ source: "a.example.com" }] },
    at: ["auth"],
    message: "Origin Group hasn't to auth with auth type: none.",
  },
  {
    error: "AuthRequiredWithAwsSignatureV4ValueError",
    body: { auth_type: "cloudSignatureV4" },
    at: ["auth"],
    message: "Origin Group has to have auth with `cloudSignatureV4` auth type.",
  },
  {
    error: "AuthInvalidValueError",
    body: { auth_type: "cloudSignatureV4", auth: [] },
    at: ["auth"],
    message: "Invalid data. Expected a dictionary, but got list.",
  },
  auth("AuthS3TypeIsRequiredError", "s3_type", undefined),
  auth("AuthS3BucketNameIsRequiredError", "s3_bucket_name", undefined),
  auth("AuthS3AccessKeyIdIsRequiredError", "s3_access_key_id", undefined),
  auth(
    "AuthS3AccessKeyIdIsInvalidError",
    "s3_access_key_id",
    "with space",
    "Only 20-25 alpha-numeric characters are allowed.",
  ),
  auth("AuthS3SecretAccessKeyIsRequiredError", "s3_secret_access_key", undefined),
  auth(
    "AuthS3AmazonSecretAccessKeyIsInvalidError",
    "s3_secret_access_key",
    "s".repeat(39),
    "Only 40 alpha-numeric-plus-slash characters are allowed.",
  ),
  {
    ...auth(
      "AuthS3OtherSecretAccessKeyIsInvalidError",
      "s3_secret_access_key",
      "s".repeat(51),
      "Only 20-50 alpha-numeric-plus-slash characters are allowed.",
      otherAuth,
    ),
    seed: { cdn: { olderLegacySecretRule: true } },
  },
  auth("AuthS3RegionIsRequiredError", "s3_region", undefined),
  {
    ...auth("AuthS3RegionIsInvalidError", "s3_region", "moon-1", "Not support moon-1"),
    seed: { s3Regions: ["north-1"] },
  },
  auth("AuthS3StorageHostnameIsRequiredError", "s3_storage_hostname", undefined, undefined, otherAuth),
];
