import type * as pulumi from "@pulumi/pulumi";
import { HostedResource, type TraitsOf } from "../../program/hosted-resource";
import { warnIfTrue } from "../../program/program";
import { withTextOfFile } from "../../program/program-file";
import type { AutoscalingOutput, CloudFunctionArgs, FunctionOnDestroy, FunctionOperation } from "./args";
import { traits } from "./traits";

/**
 * A serverless function (contract, sections 2.6 and 4.5). `pulumi up` returns when the function is there: the tasks
 * that the platform starts for each change are waited for.
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
  /** @internal */
  static readonly traits: TraitsOf<CloudFunction, typeof traits> = traits;

  declare readonly projectId: pulumi.Output<number>;
  declare readonly regionId: pulumi.Output<number>;
  declare readonly namespace: pulumi.Output<string>;
  declare readonly name: pulumi.Output<string>;
  /** The code, read from `codePath` or given as `code`. */
  declare readonly code: pulumi.Output<string>;
  declare readonly mainMethod: pulumi.Output<string>;
  declare readonly runtime: pulumi.Output<string>;
  declare readonly flavor: pulumi.Output<string>;
  /** Seconds. */
  declare readonly timeout: pulumi.Output<number>;
  declare readonly autoscaling: pulumi.Output<AutoscalingOutput | undefined>;
  declare readonly dependencies: pulumi.Output<string | undefined>;
  declare readonly description: pulumi.Output<string | undefined>;
  declare readonly enableApiKey: pulumi.Output<boolean | undefined>;
  declare readonly envs: pulumi.Output<Record<string, string> | undefined>;
  declare readonly disabled: pulumi.Output<boolean | undefined>;
  /** Seconds. */
  declare readonly taskTimeoutSeconds: pulumi.Output<number>;
  /** ID of the function on the platform; the resource's `id` is `<project>/<region>/<namespace>/<name>`. */
  declare readonly functionId: pulumi.Output<string>;
  /** URL at which the function is called; undefined while the platform tells none. */
  declare readonly endpoint: pulumi.Output<string | undefined>;
  /** The platform's words for how the function is, its build and its instances are. */
  declare readonly status: pulumi.Output<string | undefined>;
  declare readonly buildStatus: pulumi.Output<string | undefined>;
  /** What the build says, errors above all. */
  declare readonly buildMessage: pulumi.Output<string | undefined>;
  /** Number of instances by their state. */
  declare readonly deployStatus: pulumi.Output<Record<string, number> | undefined>;
  /** Date and time as the platform writes them. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  declare readonly onDestroy: pulumi.Output<FunctionOnDestroy | undefined>;
  /** Whether the function existed before the resource. */
  declare readonly adopted: pulumi.Output<boolean>;
  /** The last change, if it is not over: the next `pulumi up` goes on with it. */
  declare readonly operation: pulumi.Output<FunctionOperation | undefined>;

  /**
   * @param name Name of the resource in the program; the function's own name is `args.name`.
   * @param args What the function is to be; see each property for its limits.
   * @param opts Pulumi's resource options; `provider` takes a `Provider` of this package.
   */
  constructor(name: string, args: CloudFunctionArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "CloudFunction",
      name,
      withTextOfFile(name, { ...args }, "codePath", traits.textFiles.codePath),
      CloudFunction.traits,
      opts,
    );
    warnIfTrue(name, "enableApiKey", args.enableApiKey, apiKeysAreDisabled);
  }

  /** The state of an existing function, for reading only, with `envs` as a secret; `id` is `<project>/<region>/<namespace>/<name>`. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CloudFunction {
    // Which variables are secret, nobody can tell.
    const additionalSecretOutputs = [...(opts?.additionalSecretOutputs ?? []), "envs"];
    return new CloudFunction(name, {} as CloudFunctionArgs, { ...opts, additionalSecretOutputs, id });
  }
}

const apiKeysAreDisabled =
  "the platform has disabled API keys of functions for the time being, and does not support functions with authorization";
