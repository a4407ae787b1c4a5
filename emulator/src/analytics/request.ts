import { z } from "zod";
import { describePath } from "../invalid-input";

// GraphQL over HTTP, "Request parameters": everything but `query` may be null; other properties are ignored.
const requestSchema = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** A well-formed GraphQL-over-HTTP request. */
export type GraphqlRequest = z.output<typeof requestSchema>;

/** Returns the request, or why the body is not well-formed. */
export function parseGraphqlRequest(body: unknown): GraphqlRequest | { problem: string } {
  const result = requestSchema.safeParse(body);
  if (result.success) {
    return result.data;
  }
  const problems = result.error.issues.map(({ path, message }) => `${describePath(path) || "body"}: ${message}`);
  return { problem: problems.join("; ") };
}
