import * as z from "zod";
import type { Client } from "../transport/client";
import {
  AuthenticationError,
  NotFoundAnswerError,
  UnexpectedAnswerError,
  UnreachableError,
  type ApiError,
} from "../failures/errors";
import { definePage } from "./pages";
import { systemClock, type Clock } from "../transport/stop";

/** A part of the platform: each has its own path. */
export type Product = "cdn" | "cloud" | "streaming";

/** Pauses before further attempts when nothing can be reached: the platform may be about to start. */
const pausesMs = [500, 1_500, 3_000];

const list = definePage(z.array(z.unknown()));

/**
 * Checks key and address before anything is changed, by the cheapest call that needs no more than a key. Only what is
 * certain to fail later is reported; other failures are ignored. An attempt takes at most the given seconds.
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
    const error = await this.lookOnce();
    return error instanceof AuthenticationError ? error : undefined;
  }

  /**
   * Why the base URL cannot be right for a product: there is no connection, or what answers is not the platform.
   * Requested once, and again only while there is no connection.
   */
  async findAddressProblem(product: Product): Promise<ApiError | undefined> {
    const first = await this.lookOnce();
    const error =
      first instanceof UnreachableError && first.isTransient ? await (this.further ??= this.lookAgain(first)) : first;
    if (error instanceof UnreachableError) {
      return error;
    }
    // Only the CDN was queried: a platform without one may still have the other products.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundAnswerError;
    return isForeign && product === "cdn" ? error : undefined;
  }

  private lookOnce(): Promise<ApiError | undefined> {
    return (this.first ??= this.look());
  }

  private async lookAgain(first: ApiError): Promise<ApiError | undefined> {
    let error: ApiError | undefined = first;
    for (const pauseMs of pausesMs) {
      if (error instanceof UnreachableError) {
        await this.clock.sleep(pauseMs);
        error = await this.look();
      }
    }
    return error;
  }

  private async look(): Promise<ApiError | undefined> {
    try {
      await this.client.request({
        method: "GET",
        path: "/cdn/origin_groups",
        query: { limit: 1 },
        onceWithinSeconds: this.withinSeconds,
        answer: list,
      });
      return undefined;
    } catch (error) {
      return error as ApiError;
    }
  }
}
