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

/** The image that the web servers boot from. */
const image = edgecloud.getImageOutput({ name: "golden-web" });

/** A snapshot that somebody took: its name and tags, and nobody else's tags, are managed here. */
const rollback = new edgecloud.SnapshotAttributes("rollback", {
  snapshotId: config.require("snapshotId"),
  name: "web-root-rollback",
  tags: { team: "web", "boots-with": image.name },
});

/** A live stream: where to play it, and where to send it, which is a secret. */
const stream = edgecloud.getLiveStreamOutput({ streamId: config.requireNumber("streamId") });

const usage = edgecloud.getTranscodingDurationOutput({ from: "2026-02-01T00:00:00Z", to: "2026-02-08T00:00:00Z" });

export const assetsGroupId = assets.originGroupId;
export const mediaGroupId = media.originGroupId;
export const snapshotTags = rollback.allTags;
export const playbackUrl = stream.hlsCmafUrl;
export const ingestUrl = stream.pushUrl;
export const transcodedMinutes = usage.totalMinutes;
