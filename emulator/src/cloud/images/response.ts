import type { Image } from "./schema";

const hiddenPrices = { currency_code: null, price_per_hour: null, price_per_month: null };

/**
 * Returns the response object of contract 2.2. All its fields are required there, so prices are null, and not missing,
 * without `include_prices`. `price_status` is not a price.
 */
export function toImageResponse(image: Image, includePrices: boolean): Image {
  return includePrices ? image : { ...image, ...hiddenPrices };
}
