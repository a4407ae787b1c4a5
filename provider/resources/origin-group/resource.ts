import * as pulumi from "@pulumi/pulumi";
import type { LegacyBucketOutput, ProxyNextUpstream, SourceOutput } from "../../model/origin-group";
import { HostedResource, checkOutputNames } from "../../program/hosted-resource";
import { isKnown } from "../../program/inputs";
import type { OnDestroy, OriginGroupArgs } from "./args";
import { traits } from "./traits";

/**
 * A CDN origin group: the servers, buckets and edge applications from which the CDN pulls content, in the order in
 * which the CDN tries them. Every argument except `originGroupId` changes in place.
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
  /** ID of the group on the platform. The resource's `id` is the same number as a string. */
  declare readonly originGroupId: pulumi.Output<number>;
  /** Name of the group on the platform. */
  declare readonly name: pulumi.Output<string>;
  /** Whether the CDN tries the next origin in the cases that `proxyNextUpstream` lists. */
  declare readonly useNext: pulumi.Output<boolean>;
  /** The failures after which the CDN tries the next origin. */
  declare readonly proxyNextUpstream: pulumi.Output<ProxyNextUpstream[]>;
  /** The origins with defaults applied, without credentials; none for a group in the deprecated form with `auth`. */
  declare readonly sources: pulumi.Output<SourceOutput[]>;
  /** Prefix of the path at the origin; undefined if there is none. Deprecated. */
  declare readonly path: pulumi.Output<string | undefined>;
  /** `cloudSignatureV4` for a group in the deprecated form with `auth`, otherwise `none`. Deprecated. */
  declare readonly authType: pulumi.Output<"none" | "cloudSignatureV4">;
  /** The private bucket of a group in the deprecated form, without credentials. Deprecated. */
  declare readonly auth: pulumi.Output<LegacyBucketOutput | undefined>;
  /** Whether CDN resources use the group. The platform refuses to delete a group that is in use. */
  declare readonly hasRelatedResources: pulumi.Output<boolean>;
  /** What a destroy or a replacement does with the group; undefined if the program does not set this argument. */
  declare readonly onDestroy: pulumi.Output<OnDestroy | undefined>;
  /** Whether the resource adopted an existing group instead of creating one. */
  declare readonly adopted: pulumi.Output<boolean>;

  /** @param opts Pulumi's resource options. `provider` takes a `Provider` of this package. */
  constructor(name: string, args: OriginGroupArgs, opts?: pulumi.CustomResourceOptions) {
    super("OriginGroup", name, args, checkOutputNames<OriginGroup, typeof traits>(traits), opts);
    // The preview of an update knows `id`, but may not know `originGroupId`. Without the number from `id`, everything
    // that depends on `originGroupId` would seem to change.
    const { originGroupId, id, urn } = this;
    const known = isKnown(originGroupId).then((isKnown) => (isKnown ? originGroupId : id.apply(Number)));
    // Keys of list entries may need an output's `resources()`, which are empty for a promise. The URN fills them.
    this.originGroupId = pulumi.all([known, urn]).apply(([value]) => value);
  }

  /**
   * Reads an existing group without managing it.
   * @param id ID of the group on the platform.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OriginGroup {
    // With an `id`, Pulumi reads the object and checks no arguments, so required ones may be missing.
    return new this(name, {} as OriginGroupArgs, { ...opts, id });
  }
}
