import type { Config } from "../config";
import type { ApiError } from "./errors";
import { failureOf } from "./failure";
import { NoAnswer } from "./no-answer";
import { productPathHint, type Product } from "./products";
import { Transport } from "./transport";

/** A call that changes nothing, made to see how the platform answers it. */
export interface ProbeRequest {
  product: Product;
  /** A POST only where the call asks by POST. */
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string | number>;
  body?: object;
}

/** What came of a probe. */
export interface ProbeResult {
  /** Undefined if nothing answered. */
  status?: number;
  /** Undefined if the platform did what was asked. */
  error?: ApiError;
  /** How far the clock of whoever answered is ahead of this machine's, if the answer has a date. */
  clockAheadMs?: number;
}

/** Asks once and never again, so that one call shows what the platform says at this moment. */
export class Probe {
  private readonly transport: Transport;

  constructor(
    private readonly config: Config,
    private readonly timeoutSeconds: number,
  ) {
    const { baseUrl, apiKey, proxy } = config;
    this.transport = new Transport({ baseUrl, proxy, headers: { Authorization: `apikey ${apiKey}` } });
  }

  async ask({ product, method, path, query, body }: ProbeRequest): Promise<ProbeResult> {
    const { timeoutSeconds } = this;
    const { baseUrl, apiKey, keyOrigin } = this.config;
    const sentAt = Date.now();
    const outcome = await this.transport.send({ method, path, query, body, timeoutSeconds, onFreshConnection: false });
    const isGood = !(outcome instanceof NoAnswer) && outcome.status < 300;
    const failed = {
      method: "GET",
      url: `${baseUrl}${path}`,
      product,
      addressKey: "edgecloud:baseUrl",
      addressHint: productPathHint(baseUrl),
      keyOrigin,
      secrets: [apiKey],
    };
    const error = isGood ? undefined : failureOf(outcome, failed);
    if (outcome instanceof NoAnswer) {
      return { error };
    }
    const answeredAt = Date.parse(outcome.headers.date ?? "");
    const clockAheadMs = Number.isNaN(answeredAt) ? undefined : answeredAt - (sentAt + Date.now()) / 2;
    return { status: outcome.status, error, clockAheadMs };
  }
}
