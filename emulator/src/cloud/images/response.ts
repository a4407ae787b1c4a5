import type { Image } from "./schema";

const hiddenPrices = { currency_code: null, price_per_hour: null, price_per_month: null };

/**
 * The response object of contract 2.2. All its fields are required there, and three of them "shown when
 * `include_prices` is true": so they are null otherwise, not missing. `price_status` is no price and always shown.
 */
export function toImageResponse(image: Image, includePrices: boolean): Image {
  return includePrices ? image : { ...image, ...hiddenPrices };
}
