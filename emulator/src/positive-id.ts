import { z } from "zod";

/** An ID that the platform counts: a whole number from 1. */
export const positiveId = z.number().int().positive();
