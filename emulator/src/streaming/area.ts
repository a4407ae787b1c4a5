import type { Area } from "../area";
import { streamingError } from "./error-body";
import { statisticsRoutes } from "./statistics/routes";
import { StreamingStore } from "./store";
import { streamRoutes } from "./streams/routes";

/** Streaming: live streams and VOD statistics. */
export function streamingArea(): Area {
  const store = new StreamingStore();
  return {
    prefix: "/streaming",
    routes: (app) => {
      streamRoutes(app, store);
      statisticsRoutes(app, store);
    },
    refusal: streamingError,
    prepare: (seed, mode) => store.prepare(seed, mode),
    restart: () => store.restart(),
    state: () => store.state(),
  };
}
