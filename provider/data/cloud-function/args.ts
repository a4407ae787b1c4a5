/** The arguments of `getFunction`. */
export interface GetFunctionArgs {
  /**
   * ID of the project that the function is in.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: number;
  /**
   * ID of the region that the function is in.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: number;
  /** Namespace of the function. */
  namespace: string;
  /** Name of the function. */
  name: string;
}
