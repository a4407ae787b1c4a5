import { z } from "zod";
import type { Client } from "./client";
import { AuthenticationError } from "./errors";

/** A question to the platform, asked at its first call and never again: whether it refuses the key. */
export function keyCheck(client: Client, withinSeconds: number): () => Promise<AuthenticationError | undefined> {
  let asked: Promise<AuthenticationError | undefined> | undefined;
  return () => (asked ??= refusalOf(client, withinSeconds));
}

/** By the cheapest call that needs no more than a key. */
async function refusalOf(client: Client, withinSeconds: number): Promise<AuthenticationError | undefined> {
  try {
    await client.request({
      method: "GET",
      product: "cdn",
      path: "/cdn/origin_groups",
      query: { limit: 1 },
      onceWithinSeconds: withinSeconds,
      answer: z.unknown(),
    });
    return undefined;
  } catch (error) {
    return error instanceof AuthenticationError ? error : undefined;
  }
}
