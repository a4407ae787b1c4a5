import type { Area } from "../area";
import { cloudError } from "./error-body";
import { imageRoutes } from "./images/routes";
import { snapshotRoutes } from "./snapshots/routes";
import { CloudStore } from "./store";

/** The cloud: images and snapshots. Refusals are the cloud error body of the platform facts. */
export function cloudArea(): Area {
  const store = new CloudStore();
  return {
    prefix: "/cloud",
    routes: (app) => {
      imageRoutes(app, store);
      snapshotRoutes(app, store);
    },
    refusal: (status, message, { headers }) => {
      const noKey = status === 401 && headers.authorization === undefined;
      return cloudError(status, message, noKey ? { class: "not_authenticated" } : {});
    },
    prepare: (seed, mode) => store.prepare(seed, mode),
    restart: () => store.restart(),
    state: () => store.state(),
  };
}
