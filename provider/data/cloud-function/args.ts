/** Which function. */
export interface GetFunctionArgs {
  /**
   * Project of the function.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: number;
  /**
   * Region of the function.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: number;
  /** Namespace of the function. */
  namespace: string;
  /** Name of the function in its namespace. */
  name: string;
}
