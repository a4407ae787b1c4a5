import type { z } from "zod";
import type { Traits } from "../../provider/core/traits";
import { resources } from "../../provider/resources";

/** All resources, with their folders and the schemas of their arguments. */
export const resourceList = Object.entries(resources).map(([name, definition]) => {
  const { traits, args } = definition as unknown as { traits: Traits; args: z.ZodObject };
  return { name, folder: name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase(), traits, argsSchema: args };
});
