/** Arguments as the program gives them to the class; named are those that the tool reads. */
export interface Args {
  name?: string;
  sources?: { source?: string; config?: Record<string, string> }[];
  useNext?: boolean;
  originGroupId?: number;
  adopt?: boolean;
  onDestroy?: string;
  code?: string;
  runtime?: string;
  description?: string;
  envs?: Record<string, string>;
  snapshotId?: string;
  tags?: Record<string, string | null>;
  [argument: string]: unknown;
}

export const PROJECT_ID = 12;
export const REGION_ID = 7;

/** Project and region of everything in the cloud, as arguments. */
export const SCOPE = { projectId: PROJECT_ID, regionId: REGION_ID };

/** The same in the wire form. */
export const WIRE_SCOPE = { project_id: PROJECT_ID, region_id: REGION_ID };

/** Formats what Pulumi has as the ID of something in that place. */
export function formatPlace(...parts: readonly (string | undefined)[]): string {
  return [PROJECT_ID, REGION_ID, ...parts].join("/");
}

/** Far longer than a task takes here, so that only a wait that never ends reaches it. */
export const TASK_TIMEOUT_SECONDS = 20;
