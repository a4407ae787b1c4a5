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

/** A serverless function. Fields that the platform does not report are `null`. */
export interface GetFunctionResult {
  /** ID of the project that the function is in. */
  projectId: number;
  /** ID of the region that the function is in. */
  regionId: number;
  /** Namespace of the function. */
  namespace: string;
  /** Name of the function. */
  name: string;
  /** Minimum and maximum number of instances. */
  autoscaling: { minInstances: number | null; maxInstances: number | null } | null;
  /** Output of the build, errors above all. Values of `envs` are removed from it. */
  buildMessage: string | null;
  /** Status of the build, in the platform's words. */
  buildStatus: string | null;
  /** Source code of the function. May contain secrets. */
  code: string | null;
  /** When the function was created: date and time as the platform writes them. */
  createdAt: string | null;
  /** List of dependencies in the format of the runtime. May contain secrets, such as the login of a registry. */
  dependencies: string | null;
  /** Number of instances by their state. */
  deployStatus: Record<string, number> | null;
  /** Description. */
  description: string | null;
  /** Whether the function rejects all calls. Some deployments of the platform do not report it. */
  disabled: boolean | null;
  /** Whether callers need an API key. */
  enableApiKey: boolean | null;
  /** URL at which the function is called. */
  endpoint: string | null;
  /** Environment variables. Their values may be secrets. */
  envs: Record<string, string> | null;
  /** Size of an instance, such as `80mCPU-128MB`. */
  flavor: string | null;
  /** ID of the function on the platform. */
  functionId: string;
  /** Name of the method that handles a call. */
  mainMethod: string | null;
  /** Runtime, such as `go1.16.6`. */
  runtime: string | null;
  /** Status of the function, in the platform's words. */
  status: string | null;
  /** Maximum duration of a call in seconds. */
  timeout: number | null;
}

/** The texts that may contain a secret anywhere. */
export const secretTexts = ["code", "dependencies"] as const;
