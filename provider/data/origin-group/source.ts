import { z } from "zod";
import type { Connection } from "../../api/connection";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import { LookupError, type DataSource } from "../../core/data-source";
import { text } from "../filter";
import type { GetOriginGroupArgs } from "./args";
import type { GetOriginGroupResult } from "./result";
import { originGroupOf } from "./wire";

const argsSchema = z
  .strictObject({ originGroupId: z.int().min(1).optional(), name: text.optional() })
  .superRefine(({ originGroupId, name }, context) => {
    const fail = (message: string) => context.addIssue({ code: "custom", path: ["originGroupId"], message });
    if (originGroupId !== undefined && name !== undefined) {
      fail("already identifies one group; leave out name, or originGroupId");
    } else if (originGroupId === undefined && name === undefined) {
      fail("is required, or name");
    }
  });

/** Answers `getOriginGroup`. */
export const originGroup: DataSource<GetOriginGroupArgs, GetOriginGroupArgs, GetOriginGroupResult> = {
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
      ? `${found.length} origin groups have the name ${quoted}, which should be unique; give the originGroupId ` +
          `of one: ${found.map(({ id }) => id).join(", ")}`
      : `no origin group has the name ${quoted}`,
  );
}
