import type { Input } from "@pulumi/pulumi";
import type { CredentialSource } from "../../program/credential-source";

/** Limits on the number of instances of a function. Both change in place. */
export interface Autoscaling {
  /** Minimum number of instances, 0 to 50, which run even without calls. @default the platform's choice */
  minInstances?: Input<number>;
  /** Maximum number of instances, 0 to 50 and not below `minInstances`. @default the platform's choice */
  maxInstances?: Input<number>;
}

/** Limits on the number of instances of a function. A limit is undefined if the program does not declare it. */
export interface AutoscalingOutput {
  /** Minimum number of instances, which run even if nobody calls the function. */
  minInstances?: number;
  /** Maximum number of instances that run at the same time. */
  maxInstances?: number;
}

/** On a destroy or replacement, `delete` removes the function or namespace, and `retain` leaves it as it is. */
export type FunctionOnDestroy = "delete" | "retain";

/**
 * The function that the program declares. An optional setting of the function is managed only while the program
 * declares it. After that, `pulumi up` resets `dependencies`, `description`, `enableApiKey` and `disabled` to an empty
 * string or `false`, but leaves `autoscaling` as it is. Once neither `envs` nor `envsFrom` is declared any more,
 * `pulumi up` removes all variables.
 */
export interface CloudFunctionArgs {
  /**
   * ID of the project that the function is in. Another project **replaces** the function.
   * @default the stack's `edgecloud:projectId` or the explicit `Provider`'s `projectId`, else `EDGECLOUD_PROJECT_ID`
   */
  projectId?: Input<number>;
  /**
   * ID of the region that the function is in. Another region **replaces** the function.
   * @default the stack's `edgecloud:regionId` or the explicit `Provider`'s `regionId`, else `EDGECLOUD_REGION_ID`
   */
  regionId?: Input<number>;
  /**
   * Name of the namespace that the function is in: 2 to 26 lowercase letters, digits and dashes. It begins with a
   * letter and does not end with a dash. For a namespace in the same program, give the output `namespace` of its
   * `FunctionNamespace`. Another namespace **replaces** the function.
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
   * Path of a UTF-8 file that holds the source code. Give either this or `code`. A relative path is resolved against
   * the working directory of the program. Only the content counts: another path to the same code changes nothing.
   */
  codePath?: Input<string>;
  /** Name of the method that handles a call, 1 to 100 characters. Changes in place. */
  mainMethod: Input<string>;
  /** Runtime, such as `go1.16.6`. Another runtime **replaces** the function. */
  runtime: Input<string>;
  /** Size of an instance, such as `80mCPU-128MB`. Changes in place. */
  flavor: Input<string>;
  /** Maximum duration of a call, 0 to 1805 seconds; some installations of the platform allow less. Changes in place. */
  timeout: Input<number>;
  /** Limits on the instances. Some installations need them. Changes in place. @default the platform's choice */
  autoscaling?: Input<Autoscaling>;
  /** Dependencies in the format of the runtime, at most 100000 characters. Changes in place. @default not managed */
  dependencies?: Input<string>;
  /** Description, at most 255 characters. Changes in place. @default not managed */
  description?: Input<string>;
  /**
   * Whether callers need an API key. The platform has disabled this feature for now, so `true` causes a warning in
   * programs for Node.js. Changes in place.
   * @default not managed
   */
  enableApiKey?: Input<boolean>;
  /**
   * Environment variables of the function. A name has 1 to 255 Latin letters, digits and underscores and does not begin
   * with a digit. A value has at most 255 characters; a number or a boolean becomes a string. The map is managed as a
   * whole: a variable that somebody adds elsewhere is drift. Changes in place.
   * @default not managed
   */
  envs?: Input<Record<string, Input<string | number | boolean>>>;
  /**
   * Further environment variables of the function: for each name, the source from which the provider reads the value in
   * each run. The values are never stored. `envs` and `envsFrom` together are all variables of the function, each in
   * only one of the two maps. Changes in place.
   * @default none
   */
  envsFrom?: Input<Record<string, Input<CredentialSource>>>;
  /** Whether the function rejects all calls. Changes in place. @default not managed */
  disabled?: Input<boolean>;
  /**
   * Whether to adopt an existing function, found by `namespace` and `name`, instead of creating one. The adoption
   * changes the function to match the program. It fails if there is no such function or if the function has another
   * runtime. After the adoption, the argument may be removed; if it stays, a replacement with another ID adopts, too.
   * @default false
   */
  adopt?: Input<boolean>;
  /**
   * What a destroy or a replacement does with the function: `delete` removes it, `retain` leaves it. Changes in place.
   * @default "delete" for a function that was created or imported, "retain" for one that was adopted
   */
  onDestroy?: Input<FunctionOnDestroy>;
  /**
   * Maximum time to wait, in seconds, for the platform's tasks; with 0, the provider checks them once. When the time is
   * over, the operation fails and the resource stays in the state. Run the same command again to continue. With the
   * plugin, the resource option `customTimeouts` takes precedence. Changes in place.
   * @default 2400
   */
  taskTimeoutSeconds?: Input<number>;
}
