import type { Area } from "../area";
import type { Dialect } from "../dialect";
import { cdnError } from "./error-body";
import { originGroupRoutes } from "./origin-groups/routes";
import { CdnStore } from "./store";

/** The CDN: origin groups. Refusals are `{"message": "..."}` (platform facts "CDN error body"). */
export function cdnArea(dialect: Dialect): Area {
  const store = new CdnStore(dialect);
  return {
    prefix: "/cdn",
    routes: (app) => originGroupRoutes(app, store),
    refusal: cdnError,
    prepare: (seed, mode, words) => store.prepare(seed, mode, words),
    restart: () => store.restart(),
    state: () => store.state(),
  };
}
