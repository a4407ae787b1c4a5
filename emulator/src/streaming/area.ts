import type { Area } from "../area";
import { buildStreamingError } from "./error-body";
import { registerStatisticsRoutes } from "./statistics/routes";
import { StreamingStore } from "./store";
import { registerStreamRoutes } from "./streams/routes";

/** Streaming: live streams and VOD statistics. */
export function createStreamingArea(): Area {
  const store = new StreamingStore();
  return {
    prefix: "/streaming",
    registerRoutes: (app) => {
      registerStreamRoutes(app, store);
      registerStatisticsRoutes(app, store);
    },
    buildErrorBody: buildStreamingError,
    store,
  };
}
