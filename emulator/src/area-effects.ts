import { taskLifeSchema } from "./cloud/tasks/life";

/** Effects of a fault that only an area understands. */
export const areaEffects = {
  /** Life cycle of the tasks that the request starts; replaces the seed's as a whole. */
  tasks: taskLifeSchema.optional(),
};
