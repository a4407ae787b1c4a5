import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendResult, refuseOtherMethods } from "../replies";
import { CloudError } from "../error-body";
import type { Cloud } from "../resources";
import { toScopeKey, scopePath, type ScopeParams } from "../scope";
import { toImageResponse } from "./response";
import { listImages } from "./list";
import { parseItemQuery, parseListQuery } from "./query";
import { imageSchema, type Image } from "./schema";

const collection = `/v1/images/${scopePath}`;

/** A public image has the same ID in every project and region that offers it. */
const toKey = (image: Pick<Image, "id" | "project_id" | "region_id">) => toScopeKey(image, image.id);

const toScope = ({ project, region }: ScopeParams) => ({ project_id: Number(project), region_id: Number(region) });

/** Registers `/cloud/v1/images` (contract 4.2, platform facts "Images"), which is read-only. */
function registerRoutes(app: FastifyInstance, cloud: Cloud<{ images: Image }>): void {
  app.get(collection, ({ params, query }: FastifyRequest<{ Params: ScopeParams }>, reply) => {
    const found = cloud.objects.images.list(toKey({ ...toScope(params), id: "" }));
    return sendResult(reply, () => listImages(found, parseListQuery(query), cloud.switches));
  });

  app.get(`${collection}/:id`, (request: FastifyRequest<{ Params: ScopeParams & { id: string } }>, reply) => {
    const { params, query } = request;
    return sendResult(reply, () => {
      const { include_prices } = parseItemQuery(query);
      const image = cloud.objects.images.find(toKey({ ...toScope(params), id: params.id }));
      if (!image) {
        throw new CloudError(404, `Image ${params.id} is not found.`);
      }
      return toImageResponse(image, include_prices);
    });
  });

  refuseOtherMethods(app, collection, ["GET"]);
  refuseOtherMethods(app, `${collection}/:id`, ["GET"]);
}

/** Images, which are only looked up. */
export const images = { schema: imageSchema, keyName: "id", toKey, registerRoutes };
