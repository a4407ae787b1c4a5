import type { Input } from "@pulumi/pulumi";

/** How many instances of a function run, from 0 to 50 each (contract, section 2.6). */
export interface Autoscaling {
  /** Instances that are always there. @default the platform's */
  minInstances?: Input<number>;
  /** Instances that are there at most; not below `minInstances`. @default the platform's */
  maxInstances?: Input<number>;
}

/** How many instances of a function run, as declared. */
export interface AutoscalingOutput {
  minInstances?: number;
  maxInstances?: number;
}

/** What happens to the function on the platform when the resource is destroyed or replaced. */
export type FunctionOnDestroy = "delete" | "retain";

/** A change of a function that is not over yet: the next `pulumi up` goes on with it. */
export interface FunctionOperation {
  kind: "create" | "update";
  /** The platform's tasks that had not ended. */
  tasks?: string[];
  /** Whether the answer to a request was lost, so that it is not known whether it was carried out. */
  unconfirmed?: true;
}

/**
 * The arguments of `CloudFunction` (contract, sections 2.6 and 4.5). What is not declared is not managed; what is
 * declared no longer goes back to being empty, but for `autoscaling`, which stays as it is.
 */
export interface CloudFunctionArgs {
  /**
   * Project of the function. Another project **replaces** it.
   * @default the configuration's `edgecloud:projectId`
   */
  projectId?: Input<number>;
  /**
   * Region of the function. Another region **replaces** it.
   * @default the configuration's `edgecloud:regionId`
   */
  regionId?: Input<number>;
  /**
   * Namespace of the function, which must exist: 2 to 26 small letters, digits and dashes that begin with a letter and
   * do not end with a dash. Another namespace **replaces** the function.
   */
  namespace: Input<string>;
  /** Name of the function, unique in its namespace; formed as `namespace` is. Another name **replaces** the function. */
  name: Input<string>;
  /** The function's code itself, 1 to 100000 characters. Or give `codePath`. Changes in place. Wire name `code_text`. */
  code?: Input<string>;
  /**
   * File that holds the code, in UTF-8, in place of `code`; a relative path starts from the folder in which the program
   * runs. Only the content counts: another path to the same code changes nothing.
   */
  codePath?: Input<string>;
  /** Name of the method that is called, 1 to 100 characters. Changes in place. */
  mainMethod: Input<string>;
  /** Runtime such as `go1.16.6`. Another runtime **replaces** the function. */
  runtime: Input<string>;
  /** Size of an instance such as `80mCPU-128MB`. Changes in place. */
  flavor: Input<string>;
  /** Seconds that a call may take, 0 to 1805; some deployments allow less. Changes in place. */
  timeout: Input<number>;
  /** How many instances run. Changes in place. @default the platform's */
  autoscaling?: Input<Autoscaling>;
  /** The list of dependencies in the form of the runtime, up to 100000 characters. Changes in place. */
  dependencies?: Input<string>;
  /** Description of up to 255 characters. Changes in place. */
  description?: Input<string>;
  /**
   * Whether callers need an API key. The platform has disabled this for the time being: `true` gives a warning.
   * Changes in place.
   */
  enableApiKey?: Input<boolean>;
  /**
   * Environment variables. Keys are 1 to 255 letters, digits and underscores and do not begin with a digit, values have
   * up to 255 characters. A value may be secret; then only it is hidden in previews. Changes in place.
   */
  envs?: Input<Record<string, Input<string>>>;
  /** Whether the function takes no calls. Changes in place. */
  disabled?: Input<boolean>;
  /**
   * Whether the function of that namespace and name is there already and is to be managed from now on: it is brought to
   * what is declared. Fails if there is none. Makes a difference only while the resource is new; afterwards it may stay
   * or go.
   * @default false: a new function
   */
  adopt?: Input<boolean>;
  /**
   * What becomes of the function when the resource is destroyed or replaced: `delete` it, or `retain` it as it is.
   * Changes in place.
   * @default "delete" for a function that the resource created, "retain" for one it adopted
   */
  onDestroy?: Input<FunctionOnDestroy>;
  /**
   * Seconds to wait for the platform's tasks to end; 0 looks once. After that the resource stays in the state, and the
   * next `pulumi up` goes on waiting. Changes in place.
   * @default 2400
   */
  taskTimeoutSeconds?: Input<number>;
}
