import * as pulumi from "@pulumi/pulumi";
import { OriginGroup } from "pulumi-edgecloud";

const config = new pulumi.Config();

/** A group that somebody made by hand: managed from now on, and put back as it was on `pulumi destroy`. */
const website = new OriginGroup("website", {
  originGroupId: config.requireNumber("originGroupId"),
  onDestroy: "restore",
  name: "website",
  sources: [{ source: "web-1.example.com" }, { source: "web-2.example.com", backup: true }],
});

export const hasRelatedResources = website.hasRelatedResources;
