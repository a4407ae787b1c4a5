import type { Area } from "../area";
import { buildAnalyticsError } from "./error-body";
import { registerAnalyticsRoutes } from "./routes";
import { AnalyticsStore } from "./store";

/** Advanced analytics: one GraphQL endpoint below the CDN's paths. */
export function createAnalyticsArea(): Area {
  const store = new AnalyticsStore();
  return {
    prefix: "/cdn/advanced",
    // A query is a POST, but changes nothing.
    readMethods: ["GET", "HEAD", "POST"],
    registerRoutes: (app) => registerAnalyticsRoutes(app, store),
    buildErrorBody: buildAnalyticsError,
    prepareSeed: (seed, mode) => store.prepareSeed(seed, mode),
    clear: () => store.clear(),
    exportState: () => store.exportState(),
  };
}
