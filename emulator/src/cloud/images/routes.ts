import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendResult, refuseOtherMethods } from "../replies";
import { CloudError } from "../error-body";
import { isInScope, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { toImageResponse } from "./response";
import { listImages } from "./list";
import { parseItemQuery, parseListQuery } from "./query";

const collection = `/v1/images/${scopePath}`;

/** Registers `/cloud/v1/images` (contract 4.2, platform facts "Images"), which is read-only. */
export function registerImageRoutes(app: FastifyInstance, store: CloudStore): void {
  app.get(collection, ({ params, query }: FastifyRequest<{ Params: ScopeParams }>, reply) => {
    const images = store.listImages().filter((image) => isInScope(params, image));
    return sendResult(reply, () => listImages(images, parseListQuery(query), store.switches));
  });

  app.get(`${collection}/:id`, (request: FastifyRequest<{ Params: ScopeParams & { id: string } }>, reply) => {
    const { params, query } = request;
    return sendResult(reply, () => {
      const { include_prices } = parseItemQuery(query);
      const scope = { project_id: Number(params.project), region_id: Number(params.region) };
      const image = store.findImage({ id: params.id, ...scope });
      if (!image) {
        throw new CloudError(404, `Image ${params.id} is not found.`);
      }
      return toImageResponse(image, include_prices);
    });
  });

  refuseOtherMethods(app, collection, ["GET"]);
  refuseOtherMethods(app, `${collection}/:id`, ["GET"]);
}
