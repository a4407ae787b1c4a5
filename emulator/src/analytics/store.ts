import { addUnique } from "../keyed-list";
import type { Seed } from "../seed";
import { SeededStore } from "../seeded-store";
import type { AnalyticsResource, AnalyticsState } from "./seed";

interface Contents {
  readonly enabled: boolean;
  readonly today: string | undefined;
  readonly resources: ReadonlyMap<string, AnalyticsResource>;
}

const empty = (): Contents => ({ enabled: true, today: undefined, resources: new Map() });

function merge(base: Contents, { analytics }: Seed): Contents {
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
export class AnalyticsStore extends SeededStore<Contents> {
  constructor() {
    super(empty, merge);
  }

  /** A copy of everything. */
  state(): AnalyticsState {
    return structuredClone({ analytics: this.analytics });
  }

  /** What the answers are generated from. */
  get analytics(): AnalyticsState["analytics"] {
    const { enabled, today, resources } = this.contents;
    return { enabled, ...(today !== undefined && { today }), resources: [...resources.values()] };
  }
}
