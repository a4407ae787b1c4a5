import * as z from "zod";
import type { OnDetail } from "./calls/batched-reads";
import type { Dialect } from "../config/dialect";
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
import { Client, type ClientOptions } from "./transport/client";
import type { OnSlowDown } from "./transport/gate";
import { systemClock, type Clock } from "./transport/stop";

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
  const namespaces = new NamespacesEndpoint(client, onDetail);
  return {
    dialect,
    /** Project and region of cloud resources that name none. */
    scope: { projectId, regionId } as Pick<ConnectionOptions, "projectId" | "regionId">,
    /** Checks key and address before anything is changed. */
    preflight: new Preflight(client, Math.min(options.requestTimeoutSeconds, 10)),
    originGroups: new OriginGroupsEndpoint(client, onDetail),
    snapshots: new SnapshotsEndpoint(client, onDetail),
    functions: new FunctionsEndpoint(client, onDetail, undefined, namespaces),
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

/** Pauses before further attempts when nothing can be reached: the platform may be about to start. */
const furtherPausesMs = [500, 1_500, 3_000];

const anyList = definePage(z.array(z.unknown()));

/**
 * Checks key and address before anything is changed, by the cheapest call that needs only a key. Reports only what is
 * certain to fail later. An attempt takes at most the given seconds.
 */
export class Preflight {
  private first?: Promise<ApiError | undefined>;
  private further?: Promise<ApiError | undefined>;

  constructor(
    private readonly client: Client,
    private readonly withinSeconds: number,
    private readonly clock: Clock = systemClock,
  ) {}

  /** The platform's refusal of the key, if there is one; requested once. */
  async findKeyRefusal(): Promise<AuthenticationError | undefined> {
    const error = await (this.first ??= this.look());
    return error instanceof AuthenticationError ? error : undefined;
  }

  /**
   * Why the base URL cannot be right for a product: nothing answers, or it is not the platform. Requested once, and again
   * while there is no connection.
   */
  async findAddressProblem(product: Product): Promise<ApiError | undefined> {
    let error = await (this.first ??= this.look());
    if (error instanceof UnreachableError && error.isTransient) {
      error = await (this.further ??= this.look(furtherPausesMs));
    }
    if (error instanceof UnreachableError) {
      return error;
    }
    // Only the CDN was asked: a platform without one may have the other products.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundAnswerError;
    return isForeign && product === "cdn" ? error : undefined;
  }

  private async look(pausesMs = [0]): Promise<ApiError | undefined> {
    const request = { method: "GET", path: "/cdn/origin_groups", query: { limit: 1 }, answer: anyList } as const;
    let error: ApiError | undefined;
    for (const pauseMs of pausesMs) {
      await (pauseMs > 0 && this.clock.sleep(pauseMs));
      ({ error } = await this.client.probe(request, this.withinSeconds));
      if (!(error instanceof UnreachableError)) {
        break;
      }
    }
    return error;
  }
}
