import type { z } from "zod";
import type { Traits } from "../../provider/core/traits";
import { resources } from "../../provider/resources";

/** All resources, with their folders and the schemas of their arguments. */
export const resourceList = Object.entries<{ traits: Traits }>(resources).map(([name, { traits }]) => {
  const folder = name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  const { argsSchema } = jest.requireActual<{ argsSchema: z.ZodObject }>(`../../provider/resources/${folder}/schema`);
  return { name, folder, traits, argsSchema };
});
