import { taskLifeSchema } from "./tasks/life";

/** Effects of a fault on a request that the cloud handles. */
export const cloudFaultEffects = {
  /** How the tasks live that the request starts, in place of the seed's life cycle as a whole. */
  tasks: taskLifeSchema.optional(),
};
