import * as pulumi from "@pulumi/pulumi";
import { SnapshotAttributes } from "pulumi-edgecloud";

const config = new pulumi.Config();

/** Project and region come from `edgecloud:projectId` and `edgecloud:regionId`; tags of others stay as they are. */
const nightly = new SnapshotAttributes("nightly", {
  snapshotId: config.require("snapshotId"),
  name: "nightly-2026-11-21",
  tags: { environment: "production", keep: "30d" },
});

export const status = nightly.status;
export const allTags = nightly.allTags;
