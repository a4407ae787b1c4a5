import * as z from "zod";
import type { Client } from "../transport/client";
import { AuthenticationError, NotFoundAnswerError, UnexpectedAnswerError, UnreachableError } from "../failures/errors";
import type { ApiError } from "../failures/errors";
import { definePage } from "./pages";
import { systemClock, type Clock } from "../transport/stop";

/** A part of the platform: each has its own path. */
export type Product = "cdn" | "cloud" | "streaming";

/** Pauses before further attempts when nothing can be reached: the platform may be about to start. */
const pausesMs = [500, 1_500, 3_000];

const list = definePage(z.array(z.unknown()));

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
      error = await (this.further ??= this.lookAgain());
    }
    if (error instanceof UnreachableError) {
      return error;
    }
    // Only the CDN was asked: a platform without one may have the other products.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundAnswerError;
    return isForeign && product === "cdn" ? error : undefined;
  }

  private async lookAgain(): Promise<ApiError | undefined> {
    let error: ApiError | undefined;
    for (const pauseMs of pausesMs) {
      await this.clock.sleep(pauseMs);
      error = await this.look();
      if (!(error instanceof UnreachableError)) {
        break;
      }
    }
    return error;
  }

  private async look(): Promise<ApiError | undefined> {
    const request = { method: "GET", path: "/cdn/origin_groups", query: { limit: 1 }, answer: list } as const;
    return (await this.client.probe(request, this.withinSeconds)).error;
  }
}
