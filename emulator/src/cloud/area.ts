import type { Area } from "../area";
import type { Clock } from "../clock";
import { cloudError } from "./error-body";
import { functionRoutes } from "./functions/routes";
import { imageRoutes } from "./images/routes";
import { snapshotRoutes } from "./snapshots/routes";
import { CloudStore } from "./store";
import { taskRoutes } from "./tasks/routes";

const refusal: Area["refusal"] = (status, message, { headers }) => {
  const noKey = status === 401 && headers.authorization === undefined;
  return cloudError(status, message, noKey ? { class: "not_authenticated" } : {});
};

/** The contract's own path of the tasks (contract 9), beside the one under the cloud's prefix: a view without a state. */
function bareTasksArea(store: CloudStore): Area {
  return {
    prefix: "/v1",
    routes: (app) => taskRoutes(app, store, ""),
    refusal,
    prepare: () => () => undefined,
    restart: () => undefined,
    state: () => ({}),
  };
}

/** The cloud: images, snapshots, functions and tasks. Refusals are the cloud error body of the platform facts. */
export function cloudAreas(clock: Clock): readonly Area[] {
  const store = new CloudStore(clock);
  const cloud: Area = {
    prefix: "/cloud",
    routes: (app) => {
      imageRoutes(app, store);
      snapshotRoutes(app, store);
      functionRoutes(app, store);
      taskRoutes(app, store, "/v1");
    },
    refusal,
    prepare: (seed, mode) => store.prepare(seed, mode),
    restart: () => store.restart(),
    state: () => store.state(),
  };
  return [cloud, bareTasksArea(store)];
}
