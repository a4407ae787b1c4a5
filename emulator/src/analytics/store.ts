import { addUnique, SeededStore } from "../seeded-store";
import type { Seed } from "../seed";
import type { AnalyticsResource, AnalyticsState } from "./seed";

interface AnalyticsContents {
  readonly enabled: boolean;
  readonly today: string | undefined;
  readonly resources: ReadonlyMap<string, AnalyticsResource>;
}

const createEmpty = (): AnalyticsContents => ({ enabled: true, today: undefined, resources: new Map() });

function mergeSeed(base: AnalyticsContents, { analytics }: Seed): AnalyticsContents {
  return {
    enabled: analytics?.enabled ?? base.enabled,
    today: analytics?.today ?? base.today,
    resources: addUnique(base.resources, analytics?.resources ?? [], {
      path: "analytics.resources",
      keyName: "id",
      keyOf: ({ id }) => String(id),
    }),
  };
}

/** The analytics' state in memory. */
export class AnalyticsStore extends SeededStore<AnalyticsContents> {
  constructor() {
    super(createEmpty, mergeSeed);
  }

  /** A copy of everything. */
  exportState(): AnalyticsState {
    return structuredClone({ analytics: this.analytics });
  }

  /** What reports are generated from. */
  get analytics(): AnalyticsState["analytics"] {
    const { enabled, today, resources } = this.contents;
    return { enabled, ...(today !== undefined && { today }), resources: [...resources.values()] };
  }
}
