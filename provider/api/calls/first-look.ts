import { z } from "zod";
import type { Client } from "../transport/client";
import {
  AuthenticationError,
  NotFoundError,
  UnexpectedAnswerError,
  UnreachableError,
  type ApiError,
} from "../failures/errors";
import { pageOf } from "./pages";
import type { Product } from "./products";
import { systemClock, type Clock } from "../transport/clock";

/** How long to wait before each further attempt, where nothing can be reached: it may be about to start. */
const pausesMs = [500, 1_500, 3_000];

const list = pageOf(z.array(z.unknown()));

/**
 * One look at the platform before anything is changed, by the cheapest call that needs no more than a key. Only what is
 * certain to fail later is reported; any other failure says nothing, and takes no longer than the given seconds.
 */
export class FirstLook {
  private first?: Promise<ApiError | undefined>;
  private further?: Promise<ApiError | undefined>;

  constructor(
    private readonly client: Client,
    private readonly withinSeconds: number,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Whether the platform refuses the key: asked at the first call, once. */
  async refusal(): Promise<AuthenticationError | undefined> {
    const error = await this.once();
    return error instanceof AuthenticationError ? error : undefined;
  }

  /**
   * Why nothing of a product can be at the base URL: there is no connection to it, or what answers there is not the
   * platform. Asked at the first call, and again only where there is no connection.
   */
  async addressProblem(product: Product): Promise<ApiError | undefined> {
    const first = await this.once();
    const error =
      first instanceof UnreachableError && first.mayPass ? await (this.further ??= this.again(first)) : first;
    if (error instanceof UnreachableError) {
      return error;
    }
    // The look is at the CDN: a platform without one may still have the rest.
    const isForeign = error instanceof UnexpectedAnswerError || error instanceof NotFoundError;
    return isForeign && product === "cdn" ? error : undefined;
  }

  private once(): Promise<ApiError | undefined> {
    return (this.first ??= this.look());
  }

  private async again(first: ApiError): Promise<ApiError | undefined> {
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
        product: "cdn",
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
