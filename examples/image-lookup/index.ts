import * as pulumi from "@pulumi/pulumi";
import { getImageOutput, getImagesOutput } from "pulumi-edgecloud";

/** The newest Ubuntu with long-term support. Project and region are those of the stack's configuration. */
const ubuntu = getImageOutput({
  nameRegex: "^ubuntu-[0-9.]+-x64$",
  tags: { lts: "true" },
  visibility: "public",
  mostRecent: true,
  includePrices: true,
});

/** Everything that runs on ARM. */
const arm = getImagesOutput({ architecture: "aarch64" });

export const imageId = ubuntu.id;
export const smallestVolume = ubuntu.minDisk;
export const price = pulumi.interpolate`${ubuntu.pricePerHour} ${ubuntu.currencyCode} per hour`;
export const armImages = arm.apply((images) => images.map(({ name }) => name).sort());
