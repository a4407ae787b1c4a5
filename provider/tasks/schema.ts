import * as z from "zod";
import { credentialSourceSchema } from "../config/credential-source";
import { functionNameSchema } from "../model/cloud-function";
import { limitText } from "../values/characters";

/** The arguments that all kinds take, beside those that change in place. */
export const sharedArgs = {
  projectId: z.int().min(1).optional(),
  regionId: z.int().min(1).optional(),
  name: functionNameSchema,
  envsFrom: z.record(z.string(), credentialSourceSchema).optional(),
  adopt: z.boolean().optional(),
  onDestroy: z.enum(["delete", "retain"]).optional(),
  taskTimeoutSeconds: z.int().min(0).optional(),
};

/** The fields of all kinds that change in place (contract, sections 2.6 and 8). */
export const sharedFields = {
  description: limitText(0, 255).optional(),
  envs: z.record(z.string(), limitText(0, 255)).optional(),
};

/** What these fields are reset to once they are removed. */
export const emptyValues = { description: "", envs: {} } as const;
