import type { Input } from "@pulumi/pulumi";
import type { CredentialSource } from "../../program/credential-source";
import type { FunctionOnDestroy } from "../cloud-function/args";

/**
 * The arguments of `FunctionNamespace`. The description, and the variables as a whole, are managed only if the program
 * gives any; removing them from the program empties them on the platform.
 */
export interface FunctionNamespaceArgs {
  /**
   * ID of the project that the namespace is in. Another project **replaces** the namespace.
   * @default the stack's `edgecloud:projectId`, or the explicit `Provider`'s `projectId`
   */
  projectId?: Input<number>;
  /**
   * ID of the region that the namespace is in. Another region **replaces** the namespace.
   * @default the stack's `edgecloud:regionId`, or the explicit `Provider`'s `regionId`
   */
  regionId?: Input<number>;
  /**
   * Name of the namespace, unique in its project and region: 2 to 26 lowercase letters, digits and dashes. It begins
   * with a letter and does not end with a dash. Another name **replaces** the namespace.
   */
  name: Input<string>;
  /**
   * Description of at most 255 characters. Changes in place.
   * @default not managed
   */
  description?: Input<string>;
  /**
   * Environment variables of all functions in the namespace. A name has 1 to 255 Latin letters, digits and underscores
   * and does not begin with a digit; a value has at most 255 characters, and a number or a boolean becomes a string.
   * A value may be a secret; previews then hide only that value. The map is managed as a whole: a variable that
   * somebody adds elsewhere is drift. Changes in place.
   * @default not managed
   */
  envs?: Input<Record<string, Input<string | number | boolean>>>;
  /**
   * Environment variables whose values are read when they are sent, so that they are never stored: for each name, where
   * to read its value. `envs` and `envsFrom` together are all variables of the namespace; a variable may be in only one
   * of them. Changes in place.
   * @default none
   */
  envsFrom?: Input<Record<string, Input<CredentialSource>>>;
  /**
   * Whether to adopt the existing namespace of that name instead of creating one. It is changed to match the program. It
   * is an error if there is no such namespace. Only counts while the resource is new, so the argument may be removed
   * later.
   * @default false
   */
  adopt?: Input<boolean>;
  /**
   * What happens to the namespace when the resource is destroyed or replaced: `delete` it, or `retain` it as it is. Only
   * an empty namespace can be deleted. Changes in place.
   * @default "delete" for a namespace that the resource created, "retain" for one that it adopted
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
