/** The project and the region of an object in the cloud. */
export interface CloudScope {
  projectId: number;
  regionId: number;
}
