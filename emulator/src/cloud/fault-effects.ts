import { taskLifeSchema } from "./tasks/life";

/** Effects of a fault that only the cloud understands. */
export const cloudFaultEffects = {
  /** Life cycle of the tasks that the request starts; replaces the seed's as a whole. */
  tasks: taskLifeSchema.optional(),
};
