import { z } from "zod";

/** A whole number in a query string. */
const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Pagination parameters; the CDN and the cloud have the same limits. */
export const pageNumbers = { limit: queryNumber(1, 1000), offset: queryNumber(0, 999_999_999) };
