import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "../../api/dialect";
import type { OriginGroupAnswer, OriginGroupsEndpoint } from "../../api/endpoints/origin-groups";
import { ConflictError, OutcomeUnknownError, ValidationError, messageOf } from "../../api/errors";
import { PartialFailure } from "../../pulumi/handler";
import { canonicalGroup } from "./canonical";
import type { GroupInputs } from "./schema";
import { groupOf, requestBody, stateOf, withoutCredentials, type Kept } from "./wire";

/** How often a group is sent again whose fate is unknown. */
const repeats = 2;

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
  try {
    return await originGroups.create(requestBody(group, dialect));
  } catch (error) {
    if (error instanceof OutcomeUnknownError) {
      return recover(error, repeats);
    }
    throw await withHint(error, originGroups, group);
  }

  async function recover(lost: OutcomeUnknownError, repeatsLeft: number): Promise<OriginGroupAnswer> {
    const found = await lookUp(originGroups, group, lost, kept);
    if (found) {
      return takeOver(found, group, dialect, lost);
    }
    if (repeatsLeft === 0) {
      throw lost;
    }
    try {
      return await originGroups.create(requestBody(group, dialect));
    } catch (error) {
      if (error instanceof OutcomeUnknownError || isNameTaken(error)) {
        // A name that is taken only now was taken by the request whose answer is lost.
        return recover(error instanceof OutcomeUnknownError ? error : lost, repeatsLeft - 1);
      }
      throw error;
    }
  }
}

function takeOver(
  found: OriginGroupAnswer,
  group: GroupInputs,
  dialect: Dialect,
  lost: OutcomeUnknownError,
): OriginGroupAnswer {
  const [onPlatform, sent] = [groupOf(found, {}, dialect), canonicalGroup({ ...group })].map(withoutCredentials);
  // Nothing can use a group that was made a moment ago: one in use is somebody else's.
  if (isDeepStrictEqual(onPlatform, sent) && !found.has_related_resources) {
    return found;
  }
  throw new ConflictError({
    message:
      `the answer was lost (${lost.message}), and the platform has a group of this name that is not the one ` +
      `sent (ID ${found.id}); to manage that one, set originGroupId: ${found.id}`,
  });
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
    throw new OutcomeUnknownError({
      message:
        `${lost.message}; it is not known whether the group was created, and looking it up failed too: ${messageOf(error)}. ` +
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
  return error instanceof ValidationError && error.concerns("name", /unique/i);
}

function idOf(answer: unknown): number | undefined {
  const id = typeof answer === "object" && answer !== null && "id" in answer ? answer.id : undefined;
  return typeof id === "number" ? id : undefined;
}
