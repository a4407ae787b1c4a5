import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { executeSync, GraphQLError, parse, validate, type ExecutionResult, type GraphQLSchema } from "graphql";
import { z } from "zod";
import { refuseOtherMethods } from "../http/other-methods";
import { describePath } from "../invalid-input";
import { createRootValue } from "./report";
import { createSchema } from "./schema";
import type { AnalyticsStore } from "./store";

const gatewayStatuses = [401, 403, 404, 429];

/**
 * Errors before GraphQL (key, account, path, rate limit) look like the CDN's; those of the GraphQL server have the
 * specification's `errors`.
 */
export function buildAnalyticsError(status: number, message: string): unknown {
  return gatewayStatuses.includes(status) ? { message } : { errors: [{ message }] };
}

// GraphQL over HTTP, "Request parameters": everything but `query` may be null; other properties are ignored.
const requestSchema = z.object({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** A well-formed GraphQL-over-HTTP request. */
type GraphqlRequest = z.output<typeof requestSchema>;

/** Returns the request, or why the body is not well-formed. */
function parseGraphqlRequest(body: unknown): GraphqlRequest | { problem: string } {
  const result = requestSchema.safeParse(body);
  if (result.success) {
    return result.data;
  }
  const problems = result.error.issues.map(({ path, message }) => `${describePath(path) || "body"}: ${message}`);
  return { problem: problems.join("; ") };
}

function parseDocument(query: string) {
  try {
    // More than any query of this schema needs; deep nesting would overflow the stack.
    return { document: parse(query, { maxTokens: 2000 }) };
  } catch (error) {
    if (error instanceof GraphQLError) {
      return { errors: [error] };
    }
    throw error;
  }
}

/**
 * Executes a well-formed request. A result without `data` means that it was not executed, because the document or the
 * variables are wrong (GraphQL specification, "Request errors").
 */
function executeQuery(schema: GraphQLSchema, root: unknown, request: GraphqlRequest): ExecutionResult {
  const { document, errors } = parseDocument(request.query);
  if (!document) {
    return { errors };
  }
  const invalid = validate(schema, document);
  if (invalid.length > 0) {
    return { errors: invalid };
  }
  return executeSync({
    schema,
    document,
    rootValue: root,
    variableValues: request.variables ?? undefined,
    operationName: request.operationName ?? undefined,
  });
}

const url = "/v2/query";
const responseType = "application/graphql-response+json";

/**
 * GraphQL over HTTP, "Status codes": with GraphQL's own media type a request error is a 400; with plain JSON, the
 * default, every well-formed request gets a 200.
 */
function sendGraphqlResult(request: FastifyRequest, reply: FastifyReply, result: ReturnType<typeof executeQuery>) {
  const wantsOwnType = request.headers.accept?.includes(responseType) === true;
  const mediaType = wantsOwnType ? responseType : "application/json";
  const refused = wantsOwnType && !("data" in result);
  // As text, because Fastify serializes JSON media types only.
  return reply
    .code(refused ? 400 : 200)
    .type(`${mediaType}; charset=utf-8`)
    .send(JSON.stringify(result));
}

/** `POST /cdn/advanced/v2/query` (contract 4.7, platform facts "Advanced analytics"). */
export function registerAnalyticsRoutes(app: FastifyInstance, store: AnalyticsStore): void {
  // Built for the first query: it takes long, and most emulators get none.
  let schema: ReturnType<typeof createSchema> | undefined;

  app.post(url, (request, reply) => {
    const { analytics } = store;
    const message = "Advanced analytics are not activated for this account.";
    if (!analytics.enabled) {
      return reply.code(403).send(buildAnalyticsError(403, message));
    }
    const query = parseGraphqlRequest(request.body);
    if ("problem" in query) {
      return reply.code(400).send(buildAnalyticsError(400, query.problem));
    }
    schema ??= createSchema();
    return sendGraphqlResult(request, reply, executeQuery(schema, createRootValue(analytics), query));
  });

  refuseOtherMethods(app, url, ["POST"], buildAnalyticsError);
}
