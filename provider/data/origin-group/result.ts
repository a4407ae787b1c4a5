import type { Dialect } from "../../api/dialect";
import type { OriginGroupAnswer } from "../../api/endpoints/origin-groups";
import {
  canonicalFields,
  readGroup,
  shownBesides,
  type LegacyBucketOutput,
  type ProxyNextUpstream,
  type SourceOutput,
} from "../../model/origin-group";

/**
 * An origin group, under the names of the outputs of `OriginGroup`, with defaults filled in (contract, section 2.1).
 * Credentials are never part of it: the platform does not tell them.
 */
export interface GetOriginGroupResult {
  originGroupId: number;
  name: string;
  /** Whether the CDN goes on to the next origin in the cases of `proxyNextUpstream`. */
  useNext: boolean;
  proxyNextUpstream: ProxyNextUpstream[];
  /** The origins in the order of failover; none in the legacy form. */
  sources: SourceOutput[];
  /** Prefix of the path at the origin; deprecated. */
  path: string | null;
  /** Deprecated. */
  authType: "none" | "cloudSignatureV4";
  /** The private bucket of the legacy form; deprecated. */
  auth: LegacyBucketOutput | null;
  /** Whether CDN resources use the group; such a group cannot be deleted. */
  hasRelatedResources: boolean;
}

/** A group under the names that programs use. */
export function originGroupOf(answer: OriginGroupAnswer, dialect: Dialect): GetOriginGroupResult {
  const group = canonicalFields(readGroup(answer, dialect)) as unknown as GetOriginGroupResult;
  return { ...group, ...shownBesides(answer, group), path: group.path ?? null, auth: group.auth ?? null };
}
