import { z } from "zod";
import { imageFilters, type ImageFilter } from "./images/list";
import { imageSchema, type Image } from "./images/schema";
import { snapshotSchema, type Snapshot } from "./snapshots/schema";

/** What differs between deployments of the cloud API. */
export interface Switches {
  /** Whether a PATCH with `tags: null` gets 400, although the contract allows it. @default false */
  readonly refusesTagsNull: boolean;
  /** Filters that the list of images does not know yet and passes over, as older deployments do. @default none */
  readonly ignoredImageFilters: readonly ImageFilter[];
}

const switches = z.strictObject({
  refusesTagsNull: z.boolean(),
  ignoredImageFilters: z.array(z.enum(imageFilters)),
});

/** The cloud's keys of a seed. */
export const cloudSeedShape = {
  images: z.array(imageSchema).optional(),
  snapshots: z.array(snapshotSchema).optional(),
  cloud: switches.partial().optional(),
};

/** The cloud's part of the state; given as a seed it makes the same state again. */
export interface CloudState {
  /** In the order of the seed, which is that of the list. */
  readonly images: readonly Image[];
  /** In the order of the seed. */
  readonly snapshots: readonly Snapshot[];
  readonly cloud: Switches;
}
