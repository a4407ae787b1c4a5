import type { Area } from "../area";
import { analyticsError } from "./error-body";
import { analyticsRoutes } from "./routes";
import { AnalyticsStore } from "./store";

/** Advanced analytics: one GraphQL endpoint below the CDN's paths. */
export function analyticsArea(): Area {
  const store = new AnalyticsStore();
  return {
    prefix: "/cdn/advanced",
    // A query is a POST, but changes nothing.
    readMethods: ["GET", "HEAD", "POST"],
    routes: (app) => analyticsRoutes(app, store),
    refusal: analyticsError,
    prepare: (seed, mode) => store.prepare(seed, mode),
    restart: () => store.restart(),
    state: () => store.state(),
  };
}
