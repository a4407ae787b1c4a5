import * as z from "zod";
import { sharedArgs, sharedFields } from "../../tasks/schema";

/** The names of the fields that change in place, each by itself. */
export const changeableFields = Object.keys(sharedFields);

/** The resolved arguments of a program. */
export const argsSchema = z.strictObject({ ...sharedArgs, ...sharedFields });
