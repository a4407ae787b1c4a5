import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../http/other-methods";
import { analyticsError } from "./error-body";
import { answerQuery } from "./execution";
import { readRequest } from "./request";
import { rootOf } from "./resolvers";
import { createSchema } from "./schema";
import type { AnalyticsStore } from "./store";

const url = "/v2/query";
const responseType = "application/graphql-response+json";

/**
 * GraphQL over HTTP, "Status codes": with the media type of its own a request error is a 400; with plain JSON, which is
 * what clients get that do not ask, every well-formed request is answered with 200.
 */
function sendResult(request: FastifyRequest, reply: FastifyReply, result: ReturnType<typeof answerQuery>) {
  const wantsOwnType = request.headers.accept?.includes(responseType) === true;
  const mediaType = wantsOwnType ? responseType : "application/json";
  const refused = wantsOwnType && !("data" in result);
  // As text, because Fastify would serialise JSON types only.
  return reply
    .code(refused ? 400 : 200)
    .type(`${mediaType}; charset=utf-8`)
    .send(JSON.stringify(result));
}

/** `POST /cdn/advanced/v2/query` (contract 4.7, platform facts "Advanced analytics"). */
export function analyticsRoutes(app: FastifyInstance, store: AnalyticsStore): void {
  const schema = createSchema();

  app.post(url, (request, reply) => {
    const { analytics } = store;
    const message = "Advanced analytics are not activated for this account.";
    if (!analytics.enabled) return reply.code(403).send(analyticsError(403, message));
    const query = readRequest(request.body);
    if ("problem" in query) return reply.code(400).send(analyticsError(400, query.problem));
    return sendResult(request, reply, answerQuery(schema, rootOf(analytics), query));
  });

  refuseOtherMethods(app, url, ["POST"], analyticsError);
}
