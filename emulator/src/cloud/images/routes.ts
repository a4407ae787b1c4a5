import type { FastifyInstance, FastifyRequest } from "fastify";
import { answerOrRefuse, refuseOtherMethods } from "../answers";
import { CloudRefusal } from "../error-body";
import { livesIn, scopePath, type ScopeParams } from "../scope";
import type { CloudStore } from "../store";
import { answerImage } from "./answer";
import { listImages } from "./list";
import { parseItemQuery, parseListQuery } from "./query";

const collection = `/v1/images/${scopePath}`;

/** `/cloud/v1/images` (contract 4.2, platform facts "Images"): reading only. */
export function imageRoutes(app: FastifyInstance, store: CloudStore): void {
  app.get(collection, ({ params, query }: FastifyRequest<{ Params: ScopeParams }>, reply) => {
    const images = store.images().filter((image) => livesIn(params, image));
    return answerOrRefuse(reply, () => listImages(images, parseListQuery(query), store.switches));
  });

  app.get(`${collection}/:id`, (request: FastifyRequest<{ Params: ScopeParams & { id: string } }>, reply) => {
    const { params, query } = request;
    return answerOrRefuse(reply, () => {
      const { include_prices } = parseItemQuery(query);
      const place = { project_id: Number(params.project), region_id: Number(params.region) };
      const image = store.image({ id: params.id, ...place });
      if (!image) throw new CloudRefusal(404, `Image ${params.id} is not found.`);
      return answerImage(image, include_prices);
    });
  });

  refuseOtherMethods(app, collection, ["GET"]);
  refuseOtherMethods(app, `${collection}/:id`, ["GET"]);
}
