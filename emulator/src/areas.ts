import type { Area } from "./area";
import { cdnArea } from "./cdn/area";
import type { Dialect } from "./dialect";

/** Every area of the platform that is emulated; a new one is a folder and a line here (and its keys in `seed.ts`). */
export function createAreas(dialect: Dialect): readonly Area[] {
  return [cdnArea(dialect)];
}
