import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Connection } from "../api/connection";
import type { OriginGroupAnswer } from "../api/endpoints/origin-groups";
import { LookupError } from "../core/data-source";
import type { DataSource } from "../core/data-source";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../program/invoke";
import { text } from "./filter";
import { originGroupOf, type GetOriginGroupResult } from "./origin-group-result";

/** Which origin group: the one with an ID, or the one with a name; exactly one of both. */
export interface GetOriginGroupArgs {
  /** ID of the group. */
  originGroupId?: number;
  /** The exact name of the group, which is unique in the account. */
  name?: string;
}

const argsSchema = z
  .strictObject({ originGroupId: z.int().min(1).optional(), name: text.optional() })
  .superRefine(({ originGroupId, name }, context) => {
    const fail = (message: string) => context.addIssue({ code: "custom", path: ["originGroupId"], message });
    if (originGroupId !== undefined && name !== undefined) {
      fail("names one group already; leave out name, or originGroupId");
    } else if (originGroupId === undefined && name === undefined) {
      fail("is required, or name");
    }
  });

const source: DataSource<GetOriginGroupArgs, GetOriginGroupArgs, GetOriginGroupResult> = {
  name: "getOriginGroup",
  args: argsSchema,
  question: (args) => args,
  subject: ({ originGroupId }) =>
    originGroupId === undefined ? "the list of origin groups" : `origin group ${originGroupId}`,
  read: async (connection, { originGroupId, name = "" }, shown) => {
    const answer =
      originGroupId === undefined
        ? await named(connection, name, shown)
        : await connection.originGroups.get(String(originGroupId));
    return originGroupOf(answer, connection.dialect);
  },
};

/**
 * One origin group of the account, by its ID or by its name (contract, section 2.1); for instance one that is to be
 * adopted. Its S3 sources are without credentials, which the platform does not tell. Fails with a `DataSourceError` if
 * there is none.
 *
 * @example
 * const website = await getOriginGroup({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 */
export function getOriginGroup(args: GetOriginGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetOriginGroupResult> {
  return invoke(source, args, opts);
}

/**
 * As `getOriginGroup`, for arguments that are outputs.
 *
 * @example
 * const { originGroupId } = getOriginGroupOutput({ name: "website" });
 * const website = new OriginGroup("website", { originGroupId, name: "website", sources });
 */
export function getOriginGroupOutput(
  args: Wrapped<GetOriginGroupArgs>,
  opts?: OutputOptions,
): pulumi.Output<GetOriginGroupResult> {
  return invokeOutput(source, args, opts);
}

/** The group of exactly that name: the platform may find others whose names only resemble it. */
async function named(
  { originGroups }: Connection,
  name: string,
  shown: <T>(value: T) => T,
): Promise<OriginGroupAnswer> {
  const found = (await originGroups.list({ name })).filter((group) => group.name === name);
  const [first, ...others] = found;
  if (first && others.length === 0) {
    return first;
  }
  const quoted = JSON.stringify(shown(name));
  throw new LookupError(
    first
      ? `${found.length} origin groups have the name ${quoted}, which is to be unique; give the originGroupId ` +
          `of one: ${found.map(({ id }) => id).join(", ")}`
      : `no origin group has the name ${quoted}`,
  );
}
