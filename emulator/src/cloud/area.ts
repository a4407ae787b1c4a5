import type { Area } from "../area";
import type { Clock } from "../clock";
import { buildCloudError } from "./error-body";
import { registerFunctionRoutes } from "./functions/routes";
import { registerImageRoutes } from "./images/routes";
import { registerNamespaceRoutes } from "./namespaces/routes";
import { registerSnapshotRoutes } from "./snapshots/routes";
import { CloudStore } from "./store";
import { registerTaskRoutes } from "./tasks/routes";

const buildErrorBody: Area["buildErrorBody"] = (status, message, { headers }) => {
  const noKey = status === 401 && headers.authorization === undefined;
  return buildCloudError(status, message, noKey ? { class: "not_authenticated" } : {});
};

/** The contract's path of tasks (contract 9), besides the one below `/cloud`; both read the same store. */
function createBareTasksArea(store: CloudStore): Area {
  return {
    prefix: "/v1",
    registerRoutes: (app) => registerTaskRoutes(app, store, ""),
    buildErrorBody,
    prepareSeed: () => () => undefined,
    clear: () => undefined,
    exportState: () => ({}),
  };
}

/** The cloud: images, snapshots, functions and their namespaces, and tasks. */
export function createCloudAreas(clock: Clock): readonly Area[] {
  const store = new CloudStore(clock);
  const cloud: Area = {
    prefix: "/cloud",
    registerRoutes: (app) => {
      registerImageRoutes(app, store);
      registerSnapshotRoutes(app, store);
      registerNamespaceRoutes(app, store);
      registerFunctionRoutes(app, store);
      registerTaskRoutes(app, store, "/v1");
    },
    buildErrorBody,
    prepareSeed: (seed, mode) => store.prepareSeed(seed, mode),
    clear: () => store.clear(),
    exportState: () => store.exportState(),
  };
  return [cloud, createBareTasksArea(store)];
}
