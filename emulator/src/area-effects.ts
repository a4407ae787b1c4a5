import { cloudFaultEffects } from "./cloud/fault-effects";

/** What a fault can change about a request that an area handles; each area that has such effects names its own. */
export const areaEffects = { ...cloudFaultEffects };
