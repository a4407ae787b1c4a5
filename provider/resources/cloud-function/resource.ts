import * as pulumi from "@pulumi/pulumi";
import { HostedResource, checkOutputNames } from "../../program/hosted-resource";
import { applyToInput } from "../../program/inputs";
import type { AutoscalingOutput, CloudFunctionArgs, FunctionOnDestroy } from "./args";
import { traits } from "./traits";

/**
 * A serverless function. The platform carries out each change in tasks; `pulumi up` waits until the tasks have ended,
 * and fails if a task or the build of the function fails.
 *
 * @example
 * const resize = new CloudFunction("resize", {
 *   namespace: "images",
 *   name: "resize",
 *   runtime: "go1.16.6",
 *   flavor: "80mCPU-128MB",
 *   mainMethod: "Resize",
 *   codePath: "functions/resize.go",
 *   timeout: 30,
 *   autoscaling: { minInstances: 1, maxInstances: 5 },
 *   envs: { BUCKET: "thumbnails", TOKEN: config.requireSecret("token") },
 * });
 */
export class CloudFunction extends HostedResource {
  /** ID of the project that the function is in. */
  declare readonly projectId: pulumi.Output<number>;
  /** ID of the region that the function is in. */
  declare readonly regionId: pulumi.Output<number>;
  /** Name of the namespace that the function is in. */
  declare readonly namespace: pulumi.Output<string>;
  /** Name of the function on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Source code of the function, given as `code` or read from `codePath`. */
  declare readonly code: pulumi.Output<string>;
  /** Name of the method that handles a call. */
  declare readonly mainMethod: pulumi.Output<string>;
  /** Runtime, such as `go1.16.6`. */
  declare readonly runtime: pulumi.Output<string>;
  /** Size of an instance, such as `80mCPU-128MB`. */
  declare readonly flavor: pulumi.Output<string>;
  /** Maximum duration of a call in seconds. */
  declare readonly timeout: pulumi.Output<number>;
  /** Limits on the number of instances; undefined if the program declares none. */
  declare readonly autoscaling: pulumi.Output<AutoscalingOutput | undefined>;
  /** List of dependencies in the format of the runtime; undefined if the program does not declare it. */
  declare readonly dependencies: pulumi.Output<string | undefined>;
  /** Description; undefined if the program does not declare it. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Whether callers need an API key; undefined if the program does not declare `enableApiKey`. */
  declare readonly enableApiKey: pulumi.Output<boolean | undefined>;
  /**
   * Environment variables, without those of `envsFrom`; undefined if the program does not declare `envs`. Values that
   * the program gives as secrets are secrets.
   */
  declare readonly envs: pulumi.Output<Record<string, string> | undefined>;
  /** Whether the function rejects all calls; undefined if the program does not declare `disabled`. */
  declare readonly disabled: pulumi.Output<boolean | undefined>;
  /** Maximum time to wait, in seconds, for the platform's tasks. */
  declare readonly taskTimeoutSeconds: pulumi.Output<number>;
  /**
   * ID of the function on the platform, or its name if the platform reports no ID. The resource's `id` is
   * `<project>/<region>/<namespace>/<name>`.
   */
  declare readonly functionId: pulumi.Output<string>;
  /** URL at which the function is called; undefined or empty until the platform reports it. */
  declare readonly endpoint: pulumi.Output<string | undefined>;
  /** Status of the function, in the platform's words. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Status of the build, in the platform's words. */
  declare readonly buildStatus: pulumi.Output<string | undefined>;
  /** What the build printed, mainly errors. Values of `envs` with three characters or more are hidden in it. */
  declare readonly buildMessage: pulumi.Output<string | undefined>;
  /** Number of instances in each state; the keys are the platform's names of the states. */
  declare readonly deployStatus: pulumi.Output<Record<string, number> | undefined>;
  /** When the function was created: date and time as the platform writes them. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** What a destroy or a replacement does with the function; undefined if the program does not set this argument. */
  declare readonly onDestroy: pulumi.Output<FunctionOnDestroy | undefined>;
  /** Whether the resource adopted an existing function instead of creating one. */
  declare readonly adopted: pulumi.Output<boolean>;

  /** @param opts Pulumi's resource options. `provider` takes a `Provider` of this package. */
  constructor(name: string, args: CloudFunctionArgs, opts?: pulumi.CustomResourceOptions) {
    super("CloudFunction", name, args, checkOutputNames<CloudFunction, typeof traits>(traits), opts);
    applyToInput(args.enableApiKey, (isEnabled) => {
      if (isEnabled === true) {
        // With the resource as an argument, the SDK would wait for its URN, forever if the registration fails.
        void pulumi.log.warn(
          `${name}: enableApiKey: the platform has disabled API keys for functions for now and does not support ` +
            "functions with authorization.",
        );
      }
    });
  }

  /**
   * Reads an existing function without managing it. The outputs have all settings that the platform reports, as if the
   * program declared them. `code`, `dependencies` and the values of `envs` are secrets.
   * @param id `<project>/<region>/<namespace>/<name>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CloudFunction {
    // With an `id`, Pulumi reads the object and checks no arguments, so required ones may be missing.
    return new this(name, {} as CloudFunctionArgs, { ...opts, id });
  }
}
