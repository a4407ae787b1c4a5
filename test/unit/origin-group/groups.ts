import type { JsonObject } from "../../../provider/values/json";

/** Credentials that no message may repeat. */
export const accessKeyId = "ACCESS-KEY-4f1c";
export const secretAccessKey = "secret/access+key:9b7e_0123456789";
export const vendorSecretKey = "vendorSecretKey+0123456789/abcdefghijklm";

export function host(source: unknown, rest: object = {}): JsonObject {
  return { source, ...rest };
}

/** The config of a bucket at `other` storage; `undefined` removes a field. */
export function bucketConfig(change: object = {}): JsonObject {
  return {
    s3Type: "other",
    s3BucketName: "media",
    s3StorageHostname: "storage.example.com",
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: secretAccessKey,
    ...change,
  };
}

export function bucket(change: object = {}, rest: object = {}): JsonObject {
  return { originType: "s3", config: bucketConfig(change), ...rest };
}

export function edgeapp(config: unknown = { appId: "77" }, rest: object = {}): JsonObject {
  return { originType: "edgeapp", config, ...rest };
}

/** Arguments of the standard form. */
export function group(change: object = {}): JsonObject {
  return { name: "assets", sources: [host("a.example.com")], ...change };
}

export function legacyAuth(change: object = {}): JsonObject {
  return {
    s3Type: "cloudvendor",
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: vendorSecretKey,
    s3BucketName: "media",
    s3Region: "north-1",
    ...change,
  };
}

/** Arguments of the deprecated form. */
export function legacyGroup(auth: object = {}, change: object = {}): JsonObject {
  return { name: "assets", authType: "cloudSignatureV4", auth: legacyAuth(auth), ...change };
}

/** Legacy credentials for `other` storage. */
export const otherAuth = {
  s3Type: "other",
  s3SecretAccessKey: secretAccessKey,
  s3Region: undefined,
  s3StorageHostname: "storage.example.com",
};
