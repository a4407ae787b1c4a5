import type { Input } from "@pulumi/pulumi";
import type { CredentialSource } from "../../program/credential-source";
import type { FunctionOnDestroy } from "../cloud-function/args";

/**
 * The namespace that the program declares. Its description and its variables are managed only while the program
 * declares them. `pulumi up` empties a description that is no longer declared, and removes all variables once neither
 * `envs` nor `envsFrom` is declared any more.
 */
export interface FunctionNamespaceArgs {
  /**
   * ID of the project that the namespace is in. Another project **replaces** the namespace.
   * @default the stack's `edgecloud:projectId` or the explicit `Provider`'s `projectId`, else `EDGECLOUD_PROJECT_ID`
   */
  projectId?: Input<number>;
  /**
   * ID of the region that the namespace is in. Another region **replaces** the namespace.
   * @default the stack's `edgecloud:regionId` or the explicit `Provider`'s `regionId`, else `EDGECLOUD_REGION_ID`
   */
  regionId?: Input<number>;
  /**
   * Name of the namespace, unique in its project and region: 2 to 26 lowercase letters, digits and dashes. It begins
   * with a letter and does not end with a dash. Another name **replaces** the namespace.
   */
  name: Input<string>;
  /** Description, at most 255 characters. Changes in place. @default not managed */
  description?: Input<string>;
  /**
   * Environment variables of all functions in the namespace. A name has 1 to 255 Latin letters, digits and underscores
   * and does not begin with a digit. A value has at most 255 characters; a number or a boolean becomes a string. The
   * map is managed as a whole: a variable that somebody adds elsewhere is drift. Changes in place.
   * @default not managed
   */
  envs?: Input<Record<string, Input<string | number | boolean>>>;
  /**
   * Further environment variables of all functions in the namespace: for each name, the source from which the provider
   * reads the value in each run. The values are never stored. `envs` and `envsFrom` together are all variables of the
   * namespace, each in only one of the two maps. Changes in place.
   * @default none
   */
  envsFrom?: Input<Record<string, Input<CredentialSource>>>;
  /**
   * Whether to adopt an existing namespace, found by `name`, instead of creating one. The adoption changes the
   * namespace to match the program. It fails if there is no such namespace. After the adoption, the argument may be
   * removed; if it stays, a replacement with another ID adopts, too.
   * @default false
   */
  adopt?: Input<boolean>;
  /**
   * What a destroy or a replacement does with the namespace: `delete` removes it, `retain` leaves it. Only an empty
   * namespace can be deleted. Changes in place.
   * @default "delete" for a namespace that was created or imported, "retain" for one that was adopted
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
