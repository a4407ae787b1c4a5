import type { Area } from "../area";
import type { Clock } from "../clock";
import { buildCloudError } from "./replies";
import { kinds } from "./kinds";
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
  };
}

/** The cloud: its {@link kinds}. */
export function createCloudAreas(clock: Clock): readonly Area[] {
  const store = new CloudStore(clock);
  const cloud: Area = {
    prefix: "/cloud",
    registerRoutes: (app) => {
      for (const kind of Object.values(kinds)) {
        if ("registerRoutes" in kind) {
          kind.registerRoutes(app, store);
        }
      }
      registerTaskRoutes(app, store, "/v1");
    },
    buildErrorBody,
    store,
  };
  return [cloud, createBareTasksArea(store)];
}
