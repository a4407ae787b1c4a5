import { z } from "zod";
import { functions } from "./functions/routes";
import { images } from "./images/routes";
import { namespaces } from "./namespaces/routes";
import { snapshots } from "./snapshots/routes";
import { switchesSchema, type CloudSwitches } from "./switches";
import { tasks } from "./tasks/task";

/**
 * What the cloud stores, by its key of a seed. A new kind is a folder and a line here: seeds, state, store and routes
 * follow from it.
 */
export const kinds = { images, snapshots, namespaces, functions, tasks };

type Kinds = typeof kinds;

/** One of {@link kinds}. */
export type KindName = keyof Kinds;

/** What is stored of each kind. */
export type Stored = { readonly [Name in KindName]: z.output<Kinds[Name]["schema"]> };

const lists = Object.entries(kinds).map(([name, { schema }]) => [name, z.array(schema as z.ZodType).optional()]);

/** The cloud's keys of a seed. */
export const cloudSeedShape = {
  ...(Object.fromEntries(lists) as {
    [Name in KindName]: z.ZodOptional<z.ZodArray<Kinds[Name]["schema"]>>;
  }),
  cloud: switchesSchema.partial().optional(),
};

/** The cloud's part of the state; a valid seed of the same state. Includes what is being created. */
export type CloudState = { readonly [Name in KindName]: readonly Stored[Name][] } & { readonly cloud: CloudSwitches };
