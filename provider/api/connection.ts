import * as z from "zod";
import type { Config } from "../config/config";
import { FunctionsEndpoint, NamespacesEndpoint } from "./calls/functions";
import { LookupCalls } from "./calls/lookups";
import { OriginGroupsEndpoint } from "./calls/origin-groups";
import { definePage } from "./calls/pages";
import { SnapshotsEndpoint } from "./calls/snapshots";
import { TasksEndpoint } from "./calls/tasks";
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
  const namespaces = new NamespacesEndpoint(client);
  return {
    dialect,
    /** Project and region of cloud resources that name none. */
    scope: { projectId, regionId } as Pick<Config, "projectId" | "regionId">,
    preflight: new Preflight(client),
    originGroups: new OriginGroupsEndpoint(client),
    snapshots: new SnapshotsEndpoint(client),
    functions: new FunctionsEndpoint(client, undefined, namespaces),
    namespaces,
    tasks: new TasksEndpoint(client, taskPath),
    /** The path of the task call. */
    taskPath,
    lookups: new LookupCalls(client),
  };
}

export type Connection = ReturnType<typeof connect>;

/** A part of the platform: each has its own path. */
export type Product = "cdn" | "cloud" | "streaming";

/** Bounds the check of key and address, retries included. */
const preflightSeconds = 5;

const anyList = definePage(z.array(z.unknown()));

/**
 * Checks key and address before anything is changed, once, by the cheapest call that needs only a key. Reports only what
 * is certain to fail later.
 */
export class Preflight {
  private looked?: Promise<ApiError | undefined>;

  constructor(private readonly client: Client) {}

  /** The platform's refusal of the key, if there is one. */
  async findKeyRefusal(): Promise<AuthenticationError | undefined> {
    const error = await this.look();
    return error instanceof AuthenticationError ? error : undefined;
  }

  /** Why the base URL cannot be right for a product: nothing answers, or it is not the platform. */
  async findAddressProblem(product: Product): Promise<ApiError | undefined> {
    const error = await this.look();
    // Only the CDN was asked: a platform without one may have the other products.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundAnswerError;
    return error instanceof UnreachableError || (isForeign && product === "cdn") ? error : undefined;
  }

  private look(): Promise<ApiError | undefined> {
    const request = { method: "GET", path: "/cdn/origin_groups", query: { limit: 1 }, answer: anyList } as const;
    this.looked ??= withDeadline(
      preflightSeconds,
      () => this.client.request(request),
      "a check of the address may take",
    )
      .then(() => undefined)
      .catch((error: ApiError) => error);
    return this.looked;
  }
}
