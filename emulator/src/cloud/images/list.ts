import { slicePage } from "../page";
import { toImageResponse } from "./response";
import { imageFilters, type ImageFilter } from "./filters";
import type { ListQuery } from "./query";
import type { Image } from "./schema";

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
export interface IgnoredQuery {
  readonly ignoredImageFilters: readonly ImageFilter[];
  readonly ignoresOffset: boolean;
}

/** Returns one page of the images that match all filters but the ignored ones. */
export function listImages(images: readonly Image[], query: ListQuery, ignored: IgnoredQuery) {
  const filters = imageFilters.filter((filter) => !ignored.ignoredImageFilters.includes(filter));
  const found = images.filter((image) => filters.every((filter) => matchesFilter(image, filter, query)));
  return slicePage(found, query, ignored, (image) => toImageResponse(image, query.include_prices));
}
