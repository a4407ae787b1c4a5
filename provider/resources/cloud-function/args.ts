import type { Input } from "@pulumi/pulumi";
import type { CredentialSource } from "../../program/credential-source";

/** Limits on the number of instances of a function. Both change in place. */
export interface Autoscaling {
  /**
   * Minimum number of instances, 0 to 50. They run even if there are no calls.
   * @default the platform's choice
   */
  minInstances?: Input<number>;
  /**
   * Maximum number of instances, 0 to 50 and not below `minInstances`.
   * @default the platform's choice
   */
  maxInstances?: Input<number>;
}

/** Limits on the number of instances of a function, as the program declares them. */
export interface AutoscalingOutput {
  /** Minimum number of instances. */
  minInstances?: number;
  /** Maximum number of instances. */
  maxInstances?: number;
}

/**
 * What happens to a function or a namespace on the platform when the resource is destroyed or replaced: `delete` removes
 * it, `retain` leaves it as it is.
 */
export type FunctionOnDestroy = "delete" | "retain";

/**
 * The arguments of `CloudFunction`. Optional settings that the program does not mention are not managed. Removing
 * `dependencies`, `description`, `enableApiKey`, `envs` or `disabled` from the program resets it to its empty value;
 * removing `autoscaling` leaves it as it is.
 */
export interface CloudFunctionArgs {
  /**
   * ID of the project that the function is in. Another project **replaces** the function.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: Input<number>;
  /**
   * ID of the region that the function is in. Another region **replaces** the function.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: Input<number>;
  /**
   * Namespace of the function, such as the output `namespace` of a `FunctionNamespace`: 2 to 26 lowercase letters, digits
   * and dashes. It begins with a letter and does not end with a dash. Another namespace **replaces** the function.
   */
  namespace: Input<string>;
  /**
   * Name of the function, unique in its namespace: 2 to 26 lowercase letters, digits and dashes. It begins with a
   * letter and does not end with a dash. Another name **replaces** the function.
   */
  name: Input<string>;
  /** Source code of the function, 1 to 100000 characters. Give either this or `codePath`. Changes in place. */
  code?: Input<string>;
  /**
   * Path of a UTF-8 file that holds the source code. Give either this or `code`. A relative path starts at the working
   * directory of the program. Only the content counts: another path to the same code changes nothing.
   */
  codePath?: Input<string>;
  /** Name of the method that handles a call, 1 to 100 characters. Changes in place. */
  mainMethod: Input<string>;
  /** Runtime, such as `go1.16.6`. Another runtime **replaces** the function. */
  runtime: Input<string>;
  /** Size of an instance, such as `80mCPU-128MB`. Changes in place. */
  flavor: Input<string>;
  /**
   * Maximum duration of a call in seconds, 0 to 1805. Some deployments of the platform allow less. Changes in place.
   */
  timeout: Input<number>;
  /**
   * Limits on the number of instances. Some deployments of the platform require them. Changes in place.
   * @default the platform's choice
   */
  autoscaling?: Input<Autoscaling>;
  /**
   * List of dependencies in the format of the runtime, at most 100000 characters. Changes in place.
   * @default not managed
   */
  dependencies?: Input<string>;
  /**
   * Description of at most 255 characters. Changes in place.
   * @default not managed
   */
  description?: Input<string>;
  /**
   * Whether callers need an API key. The platform has disabled this feature for now, so `true` causes a warning.
   * Changes in place.
   * @default not managed
   */
  enableApiKey?: Input<boolean>;
  /**
   * Environment variables. A name has 1 to 255 Latin letters, digits and underscores and does not begin with a digit; a
   * value has at most 255 characters, and a number or a boolean becomes a string. A value may be a secret; previews
   * then hide only that value. The map is managed as a whole: a variable that somebody adds elsewhere is drift. Changes
   * in place.
   * @default not managed
   */
  envs?: Input<Record<string, Input<string | number | boolean>>>;
  /**
   * Environment variables of the function whose values are read when they are sent, so that they are never stored: for
   * each name, where to read its value. `envs` and `envsFrom` together are all variables of the function; a variable
   * may be in only one of them. Changes in place.
   * @default none
   */
  envsFrom?: Input<Record<string, Input<CredentialSource>>>;
  /**
   * Whether the function rejects all calls. Changes in place.
   * @default not managed
   */
  disabled?: Input<boolean>;
  /**
   * Whether to adopt the existing function of that namespace and name instead of creating one. It is changed to match
   * the program; its runtime must be the declared one. It is an error if there is no such function. Only counts while
   * the resource is new, so the argument may be removed later.
   * @default false
   */
  adopt?: Input<boolean>;
  /**
   * What happens to the function when the resource is destroyed or replaced: `delete` it, or `retain` it as it is.
   * Changes in place.
   * @default "delete" for a function that the resource created, "retain" for one that it adopted
   */
  onDestroy?: Input<FunctionOnDestroy>;
  /**
   * Maximum time to wait, in seconds, for the platform's tasks; 0 checks once. If it is exceeded, the resource stays in
   * the state and the next `pulumi up` resumes the wait. With the plugin, `customTimeouts` take precedence. Changes in
   * place.
   * @default 2400
   */
  taskTimeoutSeconds?: Input<number>;
}
