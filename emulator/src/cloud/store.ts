import { addUnique } from "../keyed-list";
import type { Seed } from "../seed";
import { SeededStore } from "../seeded-store";
import type { Image } from "./images/schema";
import type { CloudState, Switches } from "./seed";
import type { Snapshot } from "./snapshots/schema";

interface Contents {
  readonly images: ReadonlyMap<string, Image>;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly switches: Switches;
}

const empty: Contents = {
  images: new Map(),
  snapshots: new Map(),
  switches: { refusesTagsNull: false, ignoredImageFilters: [] },
};

/** A public image has the same ID in every project and region that offers it. */
const imageKey = ({ id, project_id, region_id }: Image): string => `${project_id}/${region_id}/${id}`;

/** UUIDs are compared in lower case. */
const snapshotKey = ({ id }: Snapshot): string => id.toLowerCase();

function merge(base: Contents, { images = [], snapshots = [], cloud }: Seed): Contents {
  return {
    images: addUnique(base.images, images, { path: "images", keyName: "id", keyOf: imageKey }),
    snapshots: addUnique(base.snapshots, snapshots, { path: "snapshots", keyName: "id", keyOf: snapshotKey }),
    switches: {
      refusesTagsNull: cloud?.refusesTagsNull ?? base.switches.refusesTagsNull,
      ignoredImageFilters: cloud?.ignoredImageFilters ?? base.switches.ignoredImageFilters,
    },
  };
}

/** The cloud's state in memory. Every change is one synchronous step, so parallel requests cannot see half of it. */
export class CloudStore extends SeededStore<Contents> {
  constructor() {
    super(empty, merge);
  }

  /** A copy of everything. */
  state(): CloudState {
    const { images, snapshots, switches } = this.contents;
    return structuredClone({ images: [...images.values()], snapshots: [...snapshots.values()], cloud: switches });
  }

  /** All images in the order in which they were seeded. */
  images(): Image[] {
    return [...this.contents.images.values()];
  }

  /** One snapshot by its ID in lower case, or undefined. */
  snapshot(id: string): Snapshot | undefined {
    return this.contents.snapshots.get(id);
  }

  /** Puts a snapshot in the place of the one with its ID. */
  put(snapshot: Snapshot): void {
    const snapshots = new Map(this.contents.snapshots).set(snapshotKey(snapshot), snapshot);
    this.contents = { ...this.contents, snapshots };
  }

  /** Switches in force. */
  get switches(): Switches {
    return this.contents.switches;
  }
}
