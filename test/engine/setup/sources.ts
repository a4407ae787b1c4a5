import type { Source } from "pulumi-edgecloud";

/** Credentials of the buckets in these tests; each text occurs nowhere else. */
export const credentials = {
  accessKeyId: "tests-access-key-0001",
  secretAccessKey: "tests/secret+access/key:0001",
};

/** As `credentials`, for what comes after a rotation. */
export const rotated = {
  accessKeyId: "tests-access-key-0002",
  secretAccessKey: "tests/secret+access/key:0002",
};

/** None of them may be seen anywhere. */
export const allCredentials = [credentials, rotated].flatMap((pair) => Object.values(pair));

/** A bucket at the main cloud vendor's storage. */
export function cloudBucket(s3BucketName: string, { accessKeyId, secretAccessKey } = credentials) {
  return {
    originType: "s3",
    config: {
      s3Type: "cloudvendor",
      s3BucketName,
      s3Region: "north-1",
      s3AccessKeyId: accessKeyId,
      s3SecretAccessKey: secretAccessKey,
    },
  } satisfies Source;
}

/** A bucket at any other storage. */
export function otherBucket(s3BucketName: string, { accessKeyId, secretAccessKey } = credentials) {
  return {
    originType: "s3",
    config: {
      s3Type: "other",
      s3BucketName,
      s3StorageHostname: "storage.example.com",
      s3AccessKeyId: accessKeyId,
      s3SecretAccessKey: secretAccessKey,
    },
  } satisfies Source;
}

/** The private bucket of a group in the deprecated form. */
export const legacyBucket = otherBucket("media").config;

/** What the platform stores for `cloudBucket(name)`. */
export function storedCloudBucket(s3BucketName: string, { accessKeyId, secretAccessKey } = credentials) {
  return {
    ...storedSwitches,
    origin_type: "s3",
    config: {
      s3_type: "cloudvendor",
      s3_bucket_name: s3BucketName,
      s3_region: "north-1",
      s3_storage_hostname: null,
      s3_access_key_id: accessKeyId,
      s3_secret_access_key: secretAccessKey,
      s3_auth_type: "cloudSignatureV4",
    },
  };
}

/** What the platform stores for `otherBucket(name)`. */
export function storedOtherBucket(s3BucketName: string, pair = credentials) {
  const { config, ...others } = storedCloudBucket(s3BucketName, pair);
  const place = { s3_type: "other", s3_region: null, s3_storage_hostname: "storage.example.com" };
  return { ...others, config: { ...config, ...place } };
}

/** What the platform stores for a group in the deprecated form, whose bucket is `otherBucket(name).config`. */
export function storedLegacyBucket(s3BucketName: string) {
  return {
    sources: [],
    auth_type: "cloudSignatureV4",
    auth: {
      s3_type: "other",
      s3_bucket_name: s3BucketName,
      s3_storage_hostname: "storage.example.com",
      s3_access_key_id: credentials.accessKeyId,
      s3_secret_access_key: credentials.secretAccessKey,
    },
  };
}

/** The platform's defaults of every source. */
export const storedSwitches = { backup: false, enabled: true, host_header_override: null };

/** The platform's defaults of a group that the program creates. */
export const storedDefaults = {
  use_next: false,
  proxy_next_upstream: ["error", "timeout"],
  auth_type: "none",
  path: "",
  auth: null,
  usedBy: { resources: [], rules: [] },
};
