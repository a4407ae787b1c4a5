import { z } from "zod";

/** A whole number in a query. */
export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** Parameters of the part of a list that is asked for; both products of the platform have the same limits. */
export const pageNumbers = { limit: queryNumber(1, 1000), offset: queryNumber(0, 999_999_999) };
