import * as z from "zod";
import type { Dialect } from "../../config/dialect";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { LookupError, type DataSource } from "../../core/data-source";
import { readComputedFields, readGroup } from "../../model/origin-group-fields";
import type { DataKind } from "../listing";
import { matchesFilter, nameFilterArgs, nonEmpty, requireIdOrFilter } from "../search";
import type { GetOriginGroupArgs, GetOriginGroupResult, GetOriginGroupsArgs } from "./functions";

const originGroup: DataSource<GetOriginGroupArgs, GetOriginGroupArgs, GetOriginGroupResult> = {
  name: "getOriginGroup",
  args: z
    .strictObject({ originGroupId: z.int().min(1).optional(), name: nonEmpty.optional() })
    .superRefine(requireIdOrFilter("originGroupId", { name: nonEmpty })),
  describe: ({ originGroupId }) =>
    originGroupId === undefined ? "the list of origin groups" : `origin group ${originGroupId}`,
  // `args` requires either an ID or a name, so the default of `name` is never searched for.
  read: async ({ originGroups, dialect }, { originGroupId, name = "" }) => {
    const answer =
      originGroupId === undefined ? await originGroups.findByName(name) : await originGroups.get(String(originGroupId));
    if (!answer) {
      throw new LookupError(`no origin group has the name ${JSON.stringify(name)}`);
    }
    return toOriginGroup(answer, dialect);
  },
};

const listOfGroups: DataSource<GetOriginGroupsArgs, GetOriginGroupsArgs, GetOriginGroupResult[]> = {
  name: "getOriginGroups",
  args: z.strictObject({
    ...nameFilterArgs,
    source: nonEmpty.optional(),
    hasRelatedResources: z.boolean().optional(),
  }),
  describe: () => "the list of origin groups",
  resultName: "originGroups",
  read: async ({ originGroups, dialect }, { source, ...filter }) => {
    const { name, hasRelatedResources } = filter;
    // How the platform matches these filters is not documented, so all filters are applied to its answers again.
    // `source` is not sent, because the platform's filter may leave out groups in the deprecated form.
    const answers = await originGroups.list({ name, has_related_resources: hasRelatedResources });
    return answers
      .map((answer) => toOriginGroup(answer, dialect))
      .filter((group) => matchesFilter(group, filter) && (source === undefined || hasSource(group, source)))
      .sort((a, b) => a.originGroupId - b.originGroupId);
  },
};

export const originGroups: DataKind = {
  sources: [originGroup, listOfGroups],
  listing: {
    kind: "groups",
    title: "Origin groups",
    resource: "OriginGroup",
    use: "import with the ID, or adopt with originGroupId",
    columns: ["NAME", ""],
    isAccountWide: true,
    list: async (connection) => {
      const groups = await listOfGroups.read(connection, {});
      return groups.map((group) => {
        const hasBucket = group.auth !== null || group.sources.some(({ originType }) => originType === "s3");
        const use = group.hasRelatedResources ? ["in use"] : [];
        const bucket = hasBucket ? ["private bucket: the platform does not return its credentials"] : [];
        return {
          id: group,
          name: group.name,
          cells: [group.name, [...use, ...bucket].join("; ")],
          nextStep: hasBucket ? "then write its credentials into the program" : undefined,
        };
      });
    },
  },
};

function toOriginGroup(answer: OriginGroupAnswer, dialect: Dialect): GetOriginGroupResult {
  // Only a group from a list can lack its origins: an answer about a single group without them was refused earlier.
  if (!answer.auth && !answer.sources?.length) {
    throw new LookupError(
      `the platform's list has no sources of origin group ${answer.id}; look it up by its originGroupId`,
    );
  }
  const { path = null, auth = null, ...group } = readGroup(answer, dialect);
  return { ...group, ...readComputedFields(answer, group), path, auth } as GetOriginGroupResult;
}

function hasSource({ sources, auth }: GetOriginGroupResult, wanted: string): boolean {
  const hosts = sources.map(({ source }) => source);
  const buckets = sources.map(({ config }) => (config && "s3BucketName" in config ? config.s3BucketName : undefined));
  return [...hosts, ...buckets, auth?.s3BucketName].includes(wanted);
}
