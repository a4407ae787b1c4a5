import type { Area } from "../area";
import type { Dialect } from "../dialect";
import { buildCdnError, registerOriginGroupRoutes } from "./origin-groups/routes";
import { CdnStore } from "./store";

/** The CDN: origin groups. */
export function createCdnArea(dialect: Dialect): Area {
  const store = new CdnStore(dialect);
  return {
    prefix: "/cdn",
    registerRoutes: (app) => registerOriginGroupRoutes(app, store),
    buildErrorBody: buildCdnError,
    store,
  };
}
