import * as pulumi from "@pulumi/pulumi";
import { OriginGroup } from "pulumi-edgecloud";

const config = new pulumi.Config();

/** A bucket first; an edge application when the bucket fails; a server when all else fails. */
const downloads = new OriginGroup("downloads", {
  name: "downloads",
  useNext: true,
  proxyNextUpstream: ["error", "timeout", "http_404", "http_503"],
  sources: [
    {
      originType: "s3",
      config: {
        s3Type: "cloudvendor",
        s3BucketName: "downloads",
        s3Region: "eu-west-1",
        s3AccessKeyId: config.requireSecret("s3AccessKeyId"),
        s3SecretAccessKey: config.requireSecret("s3SecretAccessKey"),
      },
    },
    { originType: "edgeapp", config: { appId: config.require("appId") } },
    { source: "origin.example.com:8443", backup: true, hostHeaderOverride: "downloads.example.com" },
  ],
});

export const downloadsGroupId = downloads.originGroupId;
