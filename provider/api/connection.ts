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

/** Everything that talks to one account of the platform. Opens no socket yet: the first call does. */
export function connect(config: Config, onSlowDown?: OnSlowDown) {
  const client = new Client(config, onSlowDown);
  const { dialect, taskPath, projectId, regionId } = config;
  const functions = new FunctionsEndpoint(client);
  return {
    dialect,
    /** Project and region of cloud resources that name none. */
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

/** A part of the platform: each has its own path. */
export type Product = "cdn" | "cloud" | "streaming";

/** Retries included. */
const accessCheckSeconds = 5;

const anyList = definePage(z.array(z.unknown()));

/**
 * Checks key and address once, before anything is changed, by the cheapest call that needs only a key. Reports only
 * what will certainly make later calls fail: the platform refuses the key, or the address cannot be right for the
 * product, since nothing answers there or something else does.
 */
export function createAccessCheck(client: Client) {
  const request = { method: "GET", path: "/cdn/origin_groups", query: { limit: 1 }, answer: anyList } as const;
  let result: Promise<ApiError | undefined> | undefined;
  return async (product: Product): Promise<ApiError | undefined> => {
    result ??= withDeadline(accessCheckSeconds, () => client.request(request), "a check of the address may take").then(
      () => undefined,
      (error: ApiError) => error,
    );
    const error = await result;
    // Only the CDN was asked: a platform without one may have the other products.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundAnswerError;
    const isCertain = error instanceof AuthenticationError || error instanceof UnreachableError;
    return isCertain || (isForeign && product === "cdn") ? error : undefined;
  };
}
