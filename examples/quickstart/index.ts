import * as pulumi from "@pulumi/pulumi";
import * as edgecloud from "pulumi-edgecloud";

const config = new pulumi.Config();

/** Two web servers: the second one takes over when the first fails. */
const assets = new edgecloud.OriginGroup("assets", {
  name: "assets",
  useNext: true,
  proxyNextUpstream: ["error", "timeout", "http_503"],
  sources: [{ source: "origin-a.example.com" }, { source: "origin-b.example.com:8443", backup: true }],
});

/** A bucket of an S3-compatible storage. */
const media = new edgecloud.OriginGroup("media", {
  name: "media",
  useNext: false,
  sources: [
    {
      originType: "s3",
      config: {
        s3Type: "other",
        s3BucketName: "media",
        s3StorageHostname: "storage.example.com",
        s3AccessKeyId: config.requireSecret("s3AccessKeyId"),
        s3SecretAccessKey: config.requireSecret("s3SecretAccessKey"),
      },
    },
  ],
});

export const assetsGroupId = assets.originGroupId;
export const mediaGroupId = media.originGroupId;
