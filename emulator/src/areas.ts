import { createAnalyticsArea } from "./analytics/area";
import type { Area } from "./area";
import { createCdnArea } from "./cdn/area";
import type { Clock } from "./clock";
import { createCloudAreas } from "./cloud/area";
import type { Dialect } from "./dialect";
import { createStreamingArea } from "./streaming/area";

/** Creates all areas. A new one is a folder, a line here and its keys in `seed.ts`. */
export function createAreas(dialect: Dialect, clock: Clock): readonly Area[] {
  return [createCdnArea(dialect), createAnalyticsArea(), ...createCloudAreas(clock), createStreamingArea()];
}
