/** The arguments that say where an object of the cloud is. */
export interface ScopeArgs {
  /**
   * ID of the project to look in.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: number;
  /**
   * ID of the region to look in.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: number;
}
