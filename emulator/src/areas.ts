import { analyticsArea } from "./analytics/area";
import type { Area } from "./area";
import { cdnArea } from "./cdn/area";
import type { Clock } from "./clock";
import { cloudAreas } from "./cloud/area";
import type { Dialect } from "./dialect";
import { streamingArea } from "./streaming/area";

/** Every area of the platform that is emulated; a new one is a folder and a line here (and its keys in `seed.ts`). */
export function createAreas(dialect: Dialect, clock: Clock): readonly Area[] {
  return [cdnArea(dialect), analyticsArea(), ...cloudAreas(clock), streamingArea()];
}
