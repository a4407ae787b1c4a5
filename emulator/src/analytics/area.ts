import type { Area } from "../area";
import { buildAnalyticsError, registerAnalyticsRoutes } from "./routes";
import { AnalyticsStore } from "./store";

/** Advanced analytics: one GraphQL endpoint below the CDN's prefix. */
export function createAnalyticsArea(): Area {
  const store = new AnalyticsStore();
  return {
    prefix: "/cdn/advanced",
    // Queries are POSTs.
    readMethods: ["GET", "HEAD", "POST"],
    registerRoutes: (app) => registerAnalyticsRoutes(app, store),
    buildErrorBody: buildAnalyticsError,
    store,
  };
}
