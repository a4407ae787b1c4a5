import * as pulumi from "@pulumi/pulumi";
import { HostedResource, checkOutputNames } from "../../program/hosted-resource";
import { applyToInput } from "../../program/inputs";
import type { AutoscalingOutput, CloudFunctionArgs, FunctionOnDestroy } from "./args";
import { traits } from "./traits";

/**
 * A serverless function. `pulumi up` waits for the tasks that the platform starts for each change and returns when they
 * have finished.
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
  /** Namespace of the function. */
  declare readonly namespace: pulumi.Output<string>;
  /** Name of the function. */
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
  /** Limits on the number of instances; undefined if the program does not set any. */
  declare readonly autoscaling: pulumi.Output<AutoscalingOutput | undefined>;
  /** List of dependencies in the format of the runtime; undefined if not managed. */
  declare readonly dependencies: pulumi.Output<string | undefined>;
  /** Description; undefined if not managed. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Whether callers need an API key; undefined if not managed. */
  declare readonly enableApiKey: pulumi.Output<boolean | undefined>;
  /** Environment variables; undefined if not managed. Values that were given as secrets are secrets. */
  declare readonly envs: pulumi.Output<Record<string, string> | undefined>;
  /** Whether the function rejects all calls; undefined if not managed. */
  declare readonly disabled: pulumi.Output<boolean | undefined>;
  /** Maximum time to wait, in seconds, for the platform's tasks. */
  declare readonly taskTimeoutSeconds: pulumi.Output<number>;
  /** ID of the function on the platform. The resource's `id` is `<project>/<region>/<namespace>/<name>`. */
  declare readonly functionId: pulumi.Output<string>;
  /** URL at which the function is called; undefined until the platform reports it. */
  declare readonly endpoint: pulumi.Output<string | undefined>;
  /** Status of the function, in the platform's words. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Status of the build, in the platform's words. */
  declare readonly buildStatus: pulumi.Output<string | undefined>;
  /** What the build printed, mainly errors. Values of `envs` in it are hidden. */
  declare readonly buildMessage: pulumi.Output<string | undefined>;
  /** Number of instances by their state. */
  declare readonly deployStatus: pulumi.Output<Record<string, number> | undefined>;
  /** When the function was created: date and time as the platform writes them. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** What happens to the function when the resource is destroyed or replaced; undefined if the program does not say. */
  declare readonly onDestroy: pulumi.Output<FunctionOnDestroy | undefined>;
  /** Whether the resource adopted a function that existed before. */
  declare readonly adopted: pulumi.Output<boolean>;

  /**
   * @param name Name of the resource in the program. The name of the function on the platform is `args.name`.
   * @param args The desired function.
   * @param opts Pulumi's resource options. `provider` takes a `Provider` of this package.
   */
  constructor(name: string, args: CloudFunctionArgs, opts?: pulumi.CustomResourceOptions) {
    super("CloudFunction", name, args, checkOutputNames<CloudFunction, typeof traits>(traits), opts);
    applyToInput(args.enableApiKey, (isEnabled) => {
      if (isEnabled === true) {
        // Not attached to the resource: it would wait for the URN, and forever if the resource fails.
        void pulumi.log.warn(
          `${name}: enableApiKey: the platform has disabled API keys for functions for now and does not support ` +
            "functions with authorization.",
        );
      }
    });
  }

  /**
   * Reads an existing function without managing it: nothing is ever changed on the platform. `code`,
   * `dependencies` and `envs` are secrets.
   *
   * @param name Name of the resource in the program.
   * @param id `<project>/<region>/<namespace>/<name>`.
   * @param opts Pulumi's resource options.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CloudFunction {
    return new this(name, {} as CloudFunctionArgs, { ...opts, id });
  }
}
