import { cloudFaultEffects } from "./cloud/fault-effects";

/** Effects of a fault that only an area understands; each area adds its own. */
export const areaEffects = { ...cloudFaultEffects };
