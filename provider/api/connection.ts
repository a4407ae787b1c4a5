import type { Config } from "../config";
import { Client } from "./client";
import type { Dialect } from "./dialect";
import { AnalyticsEndpoint } from "./endpoints/analytics";
import { FunctionsEndpoint } from "./endpoints/functions";
import { OriginGroupsEndpoint } from "./endpoints/origin-groups";
import { ImagesEndpoint } from "./endpoints/images";
import { SnapshotsEndpoint } from "./endpoints/snapshots";
import { StatisticsEndpoint } from "./endpoints/statistics";
import { StreamsEndpoint } from "./endpoints/streams";
import { TasksEndpoint } from "./endpoints/tasks";
import { FirstLook } from "./first-look";
import type { OnSlowDown } from "./gate";

/** Everything a resource or a data source needs to talk to one account of the platform. */
export interface Connection {
  dialect: Dialect;
  /** Project and region of cloud resources that name none. */
  scope: Pick<Config, "projectId" | "regionId">;
  /** What can be known of key and address before anything is changed. */
  firstLook: FirstLook;
  originGroups: OriginGroupsEndpoint;
  snapshots: SnapshotsEndpoint;
  functions: FunctionsEndpoint;
  tasks: TasksEndpoint;
  /** Where tasks are asked for. */
  taskPath: string;
  images: ImagesEndpoint;
  streams: StreamsEndpoint;
  statistics: StatisticsEndpoint;
  analytics: AnalyticsEndpoint;
}

/** Opens no socket yet: the first call does. `onSlowDown` is called when calls wait because the platform asks for it. */
export function connect(config: Config, onSlowDown?: OnSlowDown): Connection {
  const client = new Client(config, onSlowDown);
  const { dialect, projectId, regionId } = config;
  return {
    dialect,
    scope: { projectId, regionId },
    firstLook: new FirstLook(client, Math.min(config.requestTimeoutSeconds, 10)),
    originGroups: new OriginGroupsEndpoint(client),
    snapshots: new SnapshotsEndpoint(client),
    functions: new FunctionsEndpoint(client),
    tasks: new TasksEndpoint(client, config.taskPath),
    taskPath: config.taskPath,
    images: new ImagesEndpoint(client),
    streams: new StreamsEndpoint(client),
    statistics: new StatisticsEndpoint(client),
    analytics: new AnalyticsEndpoint(client),
  };
}
