import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { nameArgs, passes, text } from "./filter";
import { originGroupOf, type GetOriginGroupResult } from "./origin-group-result";

/** Which origin groups are listed; a group has to pass all filters. */
export interface GetOriginGroupsArgs {
  /** The exact name; names are unique, so that the list has one group or none. */
  name?: string;
  /** A regular expression that is found anywhere in the name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** One of the group's origins: the text of a host, port included, or the name of a bucket. */
  source?: string;
  /** Whether CDN resources use the group. */
  hasRelatedResources?: boolean;
}

/** The filters as arguments of `getOriginGroups`. */
export const originGroupFilterArgs = {
  ...nameArgs,
  source: text.optional(),
  hasRelatedResources: z.boolean().optional(),
};

const source: DataSource<GetOriginGroupsArgs, GetOriginGroupsArgs, GetOriginGroupResult[]> = {
  name: "getOriginGroups",
  args: z.strictObject(originGroupFilterArgs),
  question: (args) => args,
  subject: () => "the list of origin groups",
  read: async ({ originGroups, dialect }, { source: origin, ...filter }) => {
    const { name, hasRelatedResources } = filter;
    const listed = await originGroups.list({ name, sources: origin, has_related_resources: hasRelatedResources });
    return listed
      .map((answer) => originGroupOf(answer, dialect))
      .filter((group) => passes(group, filter) && (origin === undefined || hasSource(group, origin)))
      .sort((a, b) => a.originGroupId - b.originGroupId);
  },
};

/**
 * The origin groups of the account that pass all filters, by their IDs; all of them without filters (contract, section
 * 2.1). Fails with a `DataSourceError`; no group at all is an empty list.
 *
 * @example
 * const unused = await getOriginGroups({ hasRelatedResources: false });
 * export const names = unused.map((group) => group.name);
 */
export function getOriginGroups(
  args: GetOriginGroupsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetOriginGroupResult[]> {
  return invoke(source, args, opts);
}

/**
 * As `getOriginGroups`, for arguments that are outputs.
 *
 * @example
 * const groups = getOriginGroupsOutput({ source: server.publicName });
 */
export function getOriginGroupsOutput(
  args: Wrapped<GetOriginGroupsArgs> = {},
  opts?: OutputOptions,
): pulumi.Output<GetOriginGroupResult[]> {
  return invokeOutput(source, args, opts);
}

function hasSource({ sources, auth }: GetOriginGroupResult, wanted: string): boolean {
  const buckets = sources.map(({ config }) => (config && "s3BucketName" in config ? config.s3BucketName : undefined));
  return [...sources.map((origin) => origin.source), ...buckets, auth?.s3BucketName].includes(wanted);
}
