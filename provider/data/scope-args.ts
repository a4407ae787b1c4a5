/** The project and the region in which a data source looks. */
export interface ScopeArgs {
  /**
   * ID of the project to look in.
   * @default the stack's `edgecloud:projectId` or the explicit `Provider`'s `projectId`, else `EDGECLOUD_PROJECT_ID`
   */
  projectId?: number;
  /**
   * ID of the region to look in.
   * @default the stack's `edgecloud:regionId` or the explicit `Provider`'s `regionId`, else `EDGECLOUD_REGION_ID`
   */
  regionId?: number;
}
