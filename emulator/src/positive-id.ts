import { z } from "zod";

/** A numeric ID of the platform. */
export const positiveId = z.number().int().positive();
