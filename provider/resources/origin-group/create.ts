import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../api/dialect";
import type { OriginGroupAnswer, OriginGroupsEndpoint } from "../../api/endpoints/cdn";
import { ConflictError, OutcomeUnknownError, ValidationError } from "../../api/errors";
import { PartialFailure } from "../../pulumi/handler";
import { canonicalGroup } from "./canonical";
import type { GroupInputs } from "./schema";
import { groupOf, requestBody, stateOf, withoutCredentials, type Kept } from "./wire";

/** How often a group is sent to be created while no answer arrives. */
const attempts = 3;

/**
 * Creates exactly one group although answers may be lost. The platform has no idempotency key, but names are unique:
 * after a lost answer the group is looked up, and taken over if it is what was sent.
 */
export async function createOnce(
  originGroups: OriginGroupsEndpoint,
  group: GroupInputs,
  dialect: Dialect,
  kept: Kept,
): Promise<OriginGroupAnswer> {
  let lost: OutcomeUnknownError | undefined;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await originGroups.create(requestBody(group, dialect));
    } catch (error) {
      lost = error instanceof OutcomeUnknownError ? error : lost;
      if (!lost || (error !== lost && !isNameTaken(error))) {
        throw await withHint(error, originGroups, group);
      }
    }
    const found = await lookUp(originGroups, group, lost, kept);
    if (found && !isSameContent(found, group, dialect)) {
      throw new ConflictError({
        message:
          `the answer was lost (${lost.message}), and the platform has a group of this name with other content ` +
          `(ID ${found.id}); to manage that one, set originGroupId: ${found.id}`,
      });
    }
    if (found) {
      return found;
    }
  }
  throw lost ?? new Error("unreachable");
}

async function lookUp(
  originGroups: OriginGroupsEndpoint,
  group: GroupInputs,
  lost: OutcomeUnknownError,
  kept: Kept,
): Promise<OriginGroupAnswer | undefined> {
  const id = idOf(lost.answer);
  try {
    return id === undefined ? await originGroups.findByName(group.name) : await originGroups.get(String(id));
  } catch (error) {
    if (id !== undefined) {
      throw new PartialFailure(String(id), stateOf({ id, name: group.name }, canonicalGroup({ ...group }), kept), lost);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutcomeUnknownError({
      message:
        `${lost.message}; it is not known whether the group was created, and looking it up failed too: ${reason}. ` +
        "Run `pulumi up` again; if the name is then taken, set originGroupId to manage the group that has it",
    });
  }
}

async function withHint(error: unknown, originGroups: OriginGroupsEndpoint, group: GroupInputs): Promise<unknown> {
  if (!isNameTaken(error)) {
    return error;
  }
  const existing = await originGroups.findByName(group.name).catch(() => undefined);
  return existing ? error.withHint(`To manage the existing group instead, set originGroupId: ${existing.id}`) : error;
}

function isNameTaken(error: unknown): error is ValidationError {
  return (
    error instanceof ValidationError &&
    error.fields.some(({ location: [field], message }) => field === "name" && /unique/i.test(message))
  );
}

function isSameContent(found: OriginGroupAnswer, group: GroupInputs, dialect: Dialect): boolean {
  const [onPlatform, sent] = [groupOf(found, {}, dialect), canonicalGroup({ ...group })].map(withoutCredentials);
  return isDeepStrictEqual(onPlatform, sent);
}

function idOf(answer: unknown): number | undefined {
  const id = typeof answer === "object" && answer !== null && "id" in answer ? answer.id : undefined;
  return typeof id === "number" ? id : undefined;
}
