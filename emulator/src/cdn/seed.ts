import { z } from "zod";
import type { Dialect } from "../dialect";
import { positiveId } from "../positive-id";
import { createGroupSchema, usage, type OriginGroup } from "./origin-groups/stored-schema";

/**
 * How a host name behaves. `unresolvable`, `private`, `forbiddenNetwork` and `ipv6Only` are outcomes of resolving it;
 * `forbidden` is blocked; `privateOrigin` is accepted only as the sole origin of a group.
 */
const nameKinds = ["unresolvable", "private", "forbiddenNetwork", "ipv6Only", "forbidden", "privateOrigin"] as const;

/** See {@link nameKinds}. */
export type NameKind = (typeof nameKinds)[number];

/** Limits of the account's plan. */
const plan = z.strictObject({
  /** Maximum of origins in a group. @default 100 */
  originsLimit: z.number().int().positive(),
  /** Maximum of groups; one more gets 403. @default 10000 */
  groupsLimit: z.number().int().nonnegative(),
});

/** Differences between deployments of the CDN API. */
const switches = z.strictObject({
  /**
   * Whether the legacy form's secret of `other` storage has to have 20 to 50 characters, as section 7 of the contract
   * says, and not the 16 to 255 of 2.1.4. @default false
   */
  olderLegacySecretRule: z.boolean(),
  /** Whether the list of groups ignores `offset`, so that every page is the first one. @default false */
  ignoresOffset: z.boolean(),
});

/** An edge application of the account (contract 2.1.3). */
const edgeApp = z.strictObject({
  app_id: z.string().min(1),
  enabled: z.boolean().default(true),
  /** Only `wasi-http` can be an origin. */
  apiType: z.string().default("wasi-http"),
});

/** Creates the schema of the CDN's keys of a seed. */
export const createCdnSeedShape = (dialect: Dialect) => ({
  originGroups: z
    .array(
      createGroupSchema(dialect)
        .extend({ id: positiveId.optional(), usedBy: usage.default({ resources: [], rules: [] }) })
        .refine((group) => (group.auth_type === "none") === (group.auth === null), {
          path: ["auth"],
          message: "goes together with the auth_type of the legacy form, and only with it",
        })
        .refine((group) => group.sources.length > 0 !== (group.auth !== null), {
          path: ["sources"],
          message: "a group has sources, or auth in the legacy form, not both",
        }),
    )
    .optional(),
  plan: plan.partial().optional(),
  names: z.record(z.string(), z.enum(nameKinds)).optional(),
  edgeApps: z.array(edgeApp).optional(),
  s3Regions: z.array(z.string()).optional(),
  cdn: switches.partial().optional(),
});

/** The CDN's part of the state; a valid seed of the same state. */
export interface CdnState {
  readonly originGroups: readonly OriginGroup[];
  readonly plan: Readonly<z.output<typeof plan>>;
  /** Host names that behave specially; every other well-formed name resolves to a public address. */
  readonly names: Readonly<Record<string, NameKind>>;
  /** The account's edge applications; without the list every `app_id` is accepted. */
  readonly edgeApps?: readonly z.output<typeof edgeApp>[];
  readonly cdn: Readonly<z.output<typeof switches>>;
  /** The regions of the main cloud vendor's S3 storage; without the list every region is accepted. */
  readonly s3Regions?: readonly string[];
}
