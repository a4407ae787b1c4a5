import type * as pulumi from "@pulumi/pulumi";
import type { ProxyNextUpstream, SourceOutput } from "../../model/origin-group";
import { HostedResource, type TraitsOf } from "../../program/hosted-resource";
import { knownOr, secretLeaves, warnDeprecated } from "../../program/program";
import type { LegacyAuthOutput, OnDestroy, OriginGroupArgs, S3Credentials } from "./args";
import { traits } from "./traits";

/**
 * A CDN origin group: the servers, buckets and edge applications from which the CDN pulls content, in the order of
 * failover (contract, sections 2.1 and 4.1).
 *
 * @example
 * const assets = new OriginGroup("assets", {
 *   name: "assets",
 *   useNext: true,
 *   sources: [
 *     { source: "origin-a.example.com" },
 *     { source: "origin-b.example.com:8443", backup: true },
 *   ],
 * });
 */
export class OriginGroup extends HostedResource {
  /** @internal */
  static readonly traits: TraitsOf<OriginGroup, typeof traits> = traits;

  /** ID of the group on the platform; the resource's `id` is the same number as a string. */
  declare readonly originGroupId: pulumi.Output<number>;
  declare readonly name: pulumi.Output<string>;
  declare readonly useNext: pulumi.Output<boolean>;
  declare readonly proxyNextUpstream: pulumi.Output<ProxyNextUpstream[]>;
  /** The origins with defaults filled in, without credentials. */
  declare readonly sources: pulumi.Output<SourceOutput[]>;
  /** Secret: the credentials of the S3 sources by bucket, or by position where the bucket was known later. */
  declare readonly s3Credentials: pulumi.Output<Record<string, S3Credentials> | undefined>;
  declare readonly path: pulumi.Output<string | undefined>;
  declare readonly authType: pulumi.Output<"none" | "cloudSignatureV4">;
  /** The bucket of the legacy form; its credentials, where they are told, are secret. */
  declare readonly auth: pulumi.Output<LegacyAuthOutput | undefined>;
  /** Whether CDN resources use the group; such a group cannot be deleted. */
  declare readonly hasRelatedResources: pulumi.Output<boolean>;
  declare readonly onDestroy: pulumi.Output<OnDestroy | undefined>;
  /** Whether the group existed before the resource. */
  declare readonly adopted: pulumi.Output<boolean>;

  /**
   * @param name Name of the resource in the program; the group's own name is `args.name`.
   * @param args What the group is to be; see each property for its limits.
   * @param opts Pulumi's resource options; `provider` takes a `Provider` of this package.
   */
  constructor(name: string, args: OriginGroupArgs, opts?: pulumi.CustomResourceOptions) {
    const secret = secretLeaves({ ...args }, "auth", traits.secretLeaves.auth);
    super("OriginGroup", name, secret, OriginGroup.traits, opts);
    // Of the outputs only the ID is known while an update is previewed; what depends on it must not seem to change.
    this.originGroupId = knownOr(this.originGroupId, this.id.apply(Number));
    warnDeprecated(name, args, traits.deprecated);
  }

  /** The state of an existing group, for reading only; nothing is changed on the platform. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OriginGroup {
    return new OriginGroup(name, {} as OriginGroupArgs, { ...opts, id });
  }
}
