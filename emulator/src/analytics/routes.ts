import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../http/other-methods";
import { buildAnalyticsError } from "./error-body";
import { executeQuery } from "./execution";
import { parseGraphqlRequest } from "./request";
import { createRootValue } from "./resolvers";
import { createSchema } from "./schema";
import type { AnalyticsStore } from "./store";

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
