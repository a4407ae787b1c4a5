import { Client, type ClientOptions } from "./transport/client";
import type { Dialect } from "./calls/dialect";
import { StatisticsEndpoint } from "./calls/statistics";
import type { OnDetail } from "./calls/batched-reads";
import { FunctionsEndpoint } from "./calls/functions";
import { OriginGroupsEndpoint } from "./calls/origin-groups";
import { ImagesEndpoint } from "./calls/images";
import { SnapshotsEndpoint } from "./calls/snapshots";
import { StreamsEndpoint } from "./calls/streams";
import { TasksEndpoint } from "./calls/tasks";
import { Preflight } from "./calls/preflight";
import type { OnSlowDown } from "./transport/gate";

/** The account of the platform, and how to reach it. */
export interface ConnectionOptions extends ClientOptions {
  dialect: Dialect;
  /** The path of the task call. */
  taskPath: string;
  /** The project of cloud resources that name none. */
  projectId?: number;
  /** The region of cloud resources that name none. */
  regionId?: number;
}

/** What a connection reports while it works. */
export interface ConnectionEvents {
  /** Calls wait because the platform asked to slow down. */
  onSlowDown?: OnSlowDown;
  /** Something that only verbose logs show. */
  onDetail?: OnDetail;
}

/** Everything that talks to one account of the platform. Opens no socket yet: the first call does. */
export function connect(options: ConnectionOptions, { onSlowDown, onDetail }: ConnectionEvents = {}) {
  const client = new Client(options, onSlowDown);
  const { dialect, taskPath, projectId, regionId } = options;
  return {
    dialect,
    /** Project and region of cloud resources that name none. */
    scope: { projectId, regionId } as Pick<ConnectionOptions, "projectId" | "regionId">,
    /** Checks key and address before anything is changed. */
    preflight: new Preflight(client, Math.min(options.requestTimeoutSeconds, 10)),
    originGroups: new OriginGroupsEndpoint(client, onDetail),
    snapshots: new SnapshotsEndpoint(client, onDetail),
    functions: new FunctionsEndpoint(client, onDetail),
    tasks: new TasksEndpoint(client, taskPath),
    /** The path of the task call. */
    taskPath,
    images: new ImagesEndpoint(client),
    streams: new StreamsEndpoint(client),
    statistics: new StatisticsEndpoint(client),
  };
}

export type Connection = ReturnType<typeof connect>;
