import * as z from "zod";
import type { Config } from "../config/config";
import { FunctionsEndpoint } from "./calls/functions";
import { LookupCalls } from "./calls/lookups";
import { OriginGroupsEndpoint } from "./calls/origin-groups";
import { definePage } from "./calls/pages";
import { SnapshotsEndpoint } from "./calls/snapshots";
import { createTaskPolls } from "./calls/tasks";
import {
  AuthenticationError,
  NotFoundAnswerError,
  UnexpectedAnswerError,
  UnreachableError,
  type ApiError,
} from "./failures/errors";
import { Client } from "./transport/client";
import { withDeadline } from "./transport/deadline";
import type { OnSlowDown } from "./transport/gate";

/** Opens no socket before the first call. */
export function connect(config: Config, onSlowDown?: OnSlowDown) {
  const client = new Client(config, onSlowDown);
  const { dialect, taskPath, projectId, regionId } = config;
  const functions = new FunctionsEndpoint(client);
  return {
    dialect,
    /** The default project and region, for cloud resources that name none. */
    scope: { projectId, regionId } as Pick<Config, "projectId" | "regionId">,
    checkAccess: createAccessCheck(client),
    originGroups: new OriginGroupsEndpoint(client),
    snapshots: new SnapshotsEndpoint(client),
    functions,
    namespaces: functions.namespaces,
    pollTasks: createTaskPolls(client, taskPath),
    taskPath,
    lookups: new LookupCalls(client),
  };
}

export type Connection = ReturnType<typeof connect>;

export type Product = "cdn" | "cloud" | "streaming";

const accessCheckSeconds = 5;

const anyList = definePage(z.array(z.unknown()));

/** The returned function reports an error only if later calls for the product are likely to fail with it, too. */
export function createAccessCheck(client: Client) {
  const request = { method: "GET", path: "/cdn/origin_groups", query: { limit: 1 }, answer: anyList } as const;
  let result: Promise<ApiError | undefined> | undefined;
  return async (product: Product): Promise<ApiError | undefined> => {
    result ??= withDeadline(accessCheckSeconds, () => client.request(request), "a check of the address may take").then(
      () => undefined,
      (error: ApiError) => error,
    );
    const error = await result;
    // The call goes to the CDN, which a platform may lack, so these two errors say nothing about other products.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundAnswerError;
    const isCertain = error instanceof AuthenticationError || error instanceof UnreachableError;
    return isCertain || (isForeign && product === "cdn") ? error : undefined;
  };
}
