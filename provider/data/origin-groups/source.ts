import { z } from "zod";
import type { DataSource } from "../../core/data-source";
import { nameArgs, passes, text } from "../filter";
import type { GetOriginGroupResult } from "../origin-group/result";
import { originGroupOf } from "../origin-group/wire";
import type { GetOriginGroupsArgs } from "./args";

/** The filters as arguments of `getOriginGroups`. */
export const originGroupFilterArgs = {
  ...nameArgs,
  source: text.optional(),
  hasRelatedResources: z.boolean().optional(),
};

/** Answers `getOriginGroups`. */
export const originGroups: DataSource<GetOriginGroupsArgs, GetOriginGroupsArgs, GetOriginGroupResult[]> = {
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

function hasSource({ sources, auth }: GetOriginGroupResult, wanted: string): boolean {
  const buckets = sources.map(({ config }) => (config && "s3BucketName" in config ? config.s3BucketName : undefined));
  return [...sources.map((origin) => origin.source), ...buckets, auth?.s3BucketName].includes(wanted);
}
