import type { FastifyInstance, FastifyRequest } from "fastify";
import { CloudError, sendResult, refuseOtherMethods } from "../replies";
import { slicePage } from "../page";
import type { Cloud } from "../resources";
import { toScopeKey, scopePath, type ScopeParams } from "../scope";
import { parseItemQuery, parseListQuery, imageFilters, type ImageFilter, type ListQuery } from "./query";
import { imageSchema, type Image } from "./schema";

const hiddenPrices = { currency_code: null, price_per_hour: null, price_per_month: null };

/**
 * Returns the response object of contract 2.2. All its fields are required there, so prices are null, and not missing,
 * without `include_prices`. `price_status` is not a price.
 */
function toImageResponse(image: Image, includePrices: boolean): Image {
  return includePrices ? image : { ...image, ...hiddenPrices };
}

type Filters = Omit<ListQuery, "include_prices" | "limit" | "offset">;

type Matcher<K extends ImageFilter> = (image: Image, wanted: NonNullable<Filters[K]>) => boolean;

// How the platform compares is published for `name` only. The others are exact; several tags have to match all.
const matchers: { readonly [K in ImageFilter]: Matcher<K> } = {
  name: ({ name }, part) => name.toLowerCase().includes(part.toLowerCase()),
  os_distro: ({ os_distro }, wanted) => os_distro === wanted,
  os_version: ({ os_version }, wanted) => os_version === wanted,
  architecture: ({ architecture }, wanted) => architecture === wanted,
  visibility: ({ visibility }, wanted) => visibility === wanted,
  private: ({ visibility }, wanted) => (visibility !== "public") === wanted,
  tag_key: ({ tags_v2 }, keys) => keys.every((wanted) => tags_v2.some(({ key }) => key === wanted)),
  tag_key_value: ({ tags_v2 }, wanted) =>
    Object.entries(wanted).every(([key, value]) => tags_v2.some((tag) => tag.key === key && tag.value === value)),
};

function matchesFilter<K extends ImageFilter>(image: Image, filter: K, query: Filters): boolean {
  const wanted = query[filter];
  return wanted === undefined || matchers[filter](image, wanted);
}

/** What a deployment ignores in a query. */
interface IgnoredQuery {
  readonly ignoredImageFilters: readonly ImageFilter[];
  readonly ignoresOffset: boolean;
}

/** Returns one page of the images that match all filters but the ignored ones. */
function listImages(images: readonly Image[], query: ListQuery, ignored: IgnoredQuery) {
  const filters = imageFilters.filter((filter) => !ignored.ignoredImageFilters.includes(filter));
  const found = images.filter((image) => filters.every((filter) => matchesFilter(image, filter, query)));
  return slicePage(found, query, ignored, (image) => toImageResponse(image, query.include_prices));
}

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
