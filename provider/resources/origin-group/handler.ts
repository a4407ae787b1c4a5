import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { OriginGroupAnswer } from "../../api/endpoints/origin-groups";
import {
  ConflictError,
  OutcomeUnknownError,
  ValidationError,
  explainNotFound,
  undefinedIfNotFound,
} from "../../api/errors";
import {
  PartialFailure,
  type Checked,
  type Difference,
  type Handler,
  type ResourceDefinition,
} from "../../pulumi/handler";
import { s3Secrets } from "./args";
import { canonicalGroup } from "./canonical";
import { checkOriginGroup } from "./check";
import { createOnce } from "./create";
import type { GroupInputs, OriginGroupInputs, OriginGroupState } from "./schema";
import { groupOf, groupOfState, propertyPathOf, requestBody, stateOf, withoutCredentials, type Kept } from "./wire";

class OriginGroupHandler implements Handler<OriginGroupInputs, OriginGroupState> {
  constructor(private readonly connect: () => Connection) {}

  check(args: Record<string, unknown>): Checked<OriginGroupInputs> {
    return checkOriginGroup(args);
  }

  diff(id: string, state: OriginGroupState, inputs: OriginGroupInputs): Difference {
    if (inputs.originGroupId !== undefined && String(inputs.originGroupId) !== id) {
      // Names are unique on the platform: two groups of one name cannot stand side by side.
      return { changes: true, replaces: ["originGroupId"], deleteBeforeReplace: state.name === inputs.name };
    }
    assertRestorable(inputs.onDestroy, state.restorePoint);
    const sameGroup = isDeepStrictEqual(groupOfState(state), canonicalGroup({ ...inputs }));
    return { changes: !sameGroup || state.onDestroy !== inputs.onDestroy };
  }

  create(inputs: OriginGroupInputs): Promise<{ id: string; state: OriginGroupState }> {
    return inputs.originGroupId === undefined
      ? this.createNew(inputs)
      : this.adopt(String(inputs.originGroupId), inputs);
  }

  async read(id: string, state: Partial<OriginGroupState>) {
    const answer = await this.connect().originGroups.get(id).catch(undefinedIfNotFound);
    if (!answer) {
      return undefined;
    }
    const { adopted = false, onDestroy, restorePoint } = state;
    const group = groupOf(answer, groupOfState(state), this.connect().dialect);
    return {
      inputs: { ...group, originGroupId: adopted ? answer.id : undefined, onDestroy },
      state: stateOf(answer, group, { adopted, onDestroy, restorePoint }),
    };
  }

  async update(id: string, state: OriginGroupState, inputs: OriginGroupInputs): Promise<OriginGroupState> {
    const { adopted = false, restorePoint } = state;
    const answer = await this.replace(id, inputs).catch(
      explainNotFound(
        `origin group ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
      ),
    );
    return this.stateAfter(answer, inputs, { adopted, restorePoint, onDestroy: inputs.onDestroy });
  }

  async delete(id: string, state: OriginGroupState): Promise<void> {
    const { originGroups } = this.connect();
    switch (state.onDestroy ?? (state.adopted ? "retain" : "delete")) {
      case "retain":
        return;
      case "restore":
        assertRestorable("restore", state.restorePoint);
        await this.replace(id, state.restorePoint).catch(undefinedIfNotFound);
        return;
      case "delete":
        await withoutLocation(() => originGroups.delete(id)).catch(undefinedIfNotFound);
    }
  }

  private async createNew(inputs: OriginGroupInputs): Promise<{ id: string; state: OriginGroupState }> {
    const { originGroups, dialect } = this.connect();
    const kept = { adopted: false, onDestroy: inputs.onDestroy };
    const answer = await inTermsOf(inputs, () => createOnce(originGroups, inputs, dialect, kept));
    return { id: String(answer.id), state: this.stateAfter(answer, inputs, kept) };
  }

  private async adopt(id: string, inputs: OriginGroupInputs): Promise<{ id: string; state: OriginGroupState }> {
    const { originGroups, dialect } = this.connect();
    const found = await originGroups
      .get(id)
      .catch(
        explainNotFound(
          `originGroupId: the account has no origin group ${id}. Correct the ID, or leave it out to create a group`,
        ),
      );
    const restorePoint = withoutCredentials(groupOf(found, {}, dialect));
    assertRestorable(inputs.onDestroy, restorePoint);
    const kept: Kept = { adopted: true, onDestroy: inputs.onDestroy, restorePoint };
    try {
      return { id, state: this.stateAfter(await this.replace(id, inputs), inputs, kept) };
    } catch (error) {
      // What was found must not be lost, even if it is unclear whether it is still there.
      throw error instanceof OutcomeUnknownError
        ? new PartialFailure(id, stateOf(found, groupOf(found, inputs, dialect), kept), error)
        : error;
    }
  }

  private replace(id: string, group: GroupInputs): Promise<OriginGroupAnswer> {
    const { originGroups, dialect } = this.connect();
    return inTermsOf(group, () => originGroups.replace(id, requestBody(group, dialect)));
  }

  private stateAfter(answer: OriginGroupAnswer, group: GroupInputs, kept: Kept): OriginGroupState {
    return stateOf(answer, groupOf(answer, group, this.connect().dialect), kept);
  }
}

/** Serves `OriginGroup`. */
export const originGroup: ResourceDefinition<OriginGroupInputs, OriginGroupState> = {
  noun: "origin group",
  label: (values) => values.name,
  arraySecrets: s3Secrets,
  handler: (connection) => new OriginGroupHandler(connection),
};

async function inTermsOf<T>(group: GroupInputs, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ValidationError ? error.inTermsOf((location) => propertyPathOf(location, group)) : error;
  }
}

/** A group in use is refused at `name`, which is not what is wrong with it: the platform's reason stands by itself. */
async function withoutLocation<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ValidationError ? error.inTermsOf(() => "") : error;
  }
}

function assertRestorable(onDestroy: string | undefined, found: GroupInputs | undefined): asserts found is GroupInputs {
  if (onDestroy !== "restore") {
    return;
  }
  if (!found) {
    throw new ConflictError({
      message: 'onDestroy: "restore" is not possible: the resource created the group itself. Use "delete" or "retain"',
    });
  }
  const buckets = [found.auth, ...(found.sources ?? []).map(({ config }) => config)]
    .map((bucket) => bucket?.s3BucketName)
    .filter((name) => name !== undefined);
  if (buckets.length > 0) {
    throw new ConflictError({
      message:
        `onDestroy: "restore" is not possible: the group was found with the bucket ${buckets.join(", ")}, whose ` +
        'credentials the platform does not reveal. Use "retain" or "delete"',
    });
  }
}
