import { z } from "zod";
import { positiveId } from "../positive-id";
import { CloudError } from "./error-body";

/** Where a cloud resource lives (contract 4.2, 4.3). */
export interface Scope {
  readonly project_id: number;
  readonly region_id: number;
}

/** Seed properties of {@link Scope} and the region's name, which follows from its ID unless given. */
export const scopeShape = { project_id: positiveId, region_id: positiveId, region: z.string().min(1).optional() };

/** Fills in the region's name. */
export function withRegionName<T extends { region_id: number; region?: string | undefined }>(item: T) {
  return { ...item, region: item.region ?? `region-${item.region_id}` };
}

/** Path part of both IDs: whole numbers, everything else is no path of the platform. */
export const scopePath = ":project(^\\d{1,15}$)/:region(^\\d{1,15}$)";

/** Parameters of {@link scopePath}. */
export interface ScopeParams {
  readonly project: string;
  readonly region: string;
}

/** Whether something lives in the project and region of a path. */
export function isInScope({ project, region }: ScopeParams, { project_id, region_id }: Scope): boolean {
  return project_id === Number(project) && region_id === Number(region);
}

/** Where a path leads; 404 for the ID 0, which is none. */
export function parseScope({ project, region }: ScopeParams): Scope {
  const [project_id, region_id] = [Number(project), Number(region)];
  if (project_id > 0 && region_id > 0) return { project_id, region_id };
  throw new CloudError(404, `Project ${project} or region ${region} is not found.`);
}
