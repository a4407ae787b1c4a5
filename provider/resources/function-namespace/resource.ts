import type * as pulumi from "@pulumi/pulumi";
import { HostedResource, checkOutputNames } from "../../program/hosted-resource";
import type { FunctionOnDestroy } from "../cloud-function/args";
import type { FunctionNamespaceArgs } from "./args";
import { traits } from "./traits";

/**
 * A namespace of functions. The platform carries out each change in tasks; `pulumi up` waits until the tasks have
 * ended, and fails if a task fails. Give the output `namespace` to the functions of the namespace: Pulumi then creates
 * the functions after the namespace and deletes them before it.
 *
 * @example
 * const images = new FunctionNamespace("images", {
 *   name: "images",
 *   description: "What the website does with pictures",
 *   envs: { BUCKET: "thumbnails", TOKEN: config.requireSecret("token") },
 * });
 */
export class FunctionNamespace extends HostedResource {
  /** ID of the project that the namespace is in. */
  declare readonly projectId: pulumi.Output<number>;
  /** ID of the region that the namespace is in. */
  declare readonly regionId: pulumi.Output<number>;
  /** Name of the namespace on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Description; undefined if the program does not declare it. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Environment variables, without those of `envsFrom`; undefined if the program does not declare `envs`. Values that
   * the program gives as secrets are secrets.
   */
  declare readonly envs: pulumi.Output<Record<string, string> | undefined>;
  /** Maximum time to wait, in seconds, for the platform's tasks. */
  declare readonly taskTimeoutSeconds: pulumi.Output<number>;
  /** Name of the namespace, to give to its functions as their argument `namespace`. */
  declare readonly namespace: pulumi.Output<string>;
  /** Status of the namespace, in the platform's words. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** When the namespace was created: date and time as the platform writes them. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** What a destroy or a replacement does with the namespace; undefined if the program does not set this argument. */
  declare readonly onDestroy: pulumi.Output<FunctionOnDestroy | undefined>;
  /** Whether the resource adopted an existing namespace instead of creating one. */
  declare readonly adopted: pulumi.Output<boolean>;

  /** @param opts Pulumi's resource options. `provider` takes a `Provider` of this package. */
  constructor(name: string, args: FunctionNamespaceArgs, opts?: pulumi.CustomResourceOptions) {
    super("FunctionNamespace", name, args, checkOutputNames<FunctionNamespace, typeof traits>(traits), opts);
    // In the preview of an update, Pulumi's host for dynamic providers knows only outputs that are also arguments.
    this.namespace = this.name;
  }

  /**
   * Reads an existing namespace without managing it. The outputs have all settings that the platform reports, as if the
   * program declared them. The values of `envs` are secrets.
   * @param id `<project>/<region>/<name>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): FunctionNamespace {
    // With an `id`, Pulumi reads the object and checks no arguments, so required ones may be missing.
    return new this(name, {} as FunctionNamespaceArgs, { ...opts, id });
  }
}
