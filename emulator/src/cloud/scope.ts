import { z } from "zod";
import { positiveId } from "../positive-id";
import { CloudError } from "./replies";

/** Project and region of a cloud resource (contract 4.2, 4.3). */
export interface Scope {
  readonly project_id: number;
  readonly region_id: number;
}

/** {@link Scope} in a seed; the region's name is derived from its ID unless given. */
export const scopeShape = { project_id: positiveId, region_id: positiveId, region: z.string().min(1).optional() };

/** Formats a key that begins with project and region. */
export function toScopeKey({ project_id, region_id }: Scope, ...parts: readonly string[]): string {
  return [project_id, region_id, ...parts].join("/");
}

/** Adds the region's name if there is none. */
export function withRegionName<T extends { region_id: number; region?: string | undefined }>(item: T) {
  return { ...item, region: item.region ?? `region-${item.region_id}` };
}

/** Route pattern of both IDs; a path with anything but whole numbers is not one of the platform's. */
export const scopePath = ":project(^\\d{1,15}$)/:region(^\\d{1,15}$)";

/** Parameters of {@link scopePath}. */
export interface ScopeParams {
  readonly project: string;
  readonly region: string;
}

/** Whether a resource is in the project and region of a path. */
export function isInScope({ project, region }: ScopeParams, { project_id, region_id }: Scope): boolean {
  return project_id === Number(project) && region_id === Number(region);
}

/** Parses both IDs; an ID of 0 is a 404. */
export function parseScope({ project, region }: ScopeParams): Scope {
  const [project_id, region_id] = [Number(project), Number(region)];
  if (project_id > 0 && region_id > 0) {
    return { project_id, region_id };
  }
  throw new CloudError(404, `Project ${project} or region ${region} is not found.`);
}
