import { isDeepStrictEqual } from "node:util";
import type { Connection } from "../../api/connection";
import type { SnapshotAnswer, SnapshotRef } from "../../api/endpoints/snapshots";
import { explainNotFound, undefinedIfNotFound } from "../../api/errors";
import type { Clock } from "../../api/wait";
import {
  PartialFailure,
  type Checked,
  type Difference,
  type Handler,
  type ResourceDefinition,
} from "../../pulumi/handler";
import { hostWaits } from "../../pulumi/wait-display";
import { defaultScope } from "../../scope";
import { canonicalManaged } from "./canonical";
import { checkSnapshotAttributes } from "./check";
import { foundWith, patchTo, restoringPatch, withoutRemoved, type Declared } from "./delta";
import {
  finalStatuses,
  replacedBy,
  type ManagedInputs,
  type SnapshotAttributesInputs,
  type SnapshotAttributesState,
} from "./schema";
import { settle, type Change, type Settled } from "./settle";
import { foundOf, idOf, inputsOf, managedOf, observedIn, refOf, stateOf } from "./wire";

/** Serves `SnapshotAttributes`; display and clock are the host's unless a test brings its own. */
export class SnapshotAttributesHandler implements Handler<SnapshotAttributesInputs, SnapshotAttributesState> {
  constructor(
    private readonly connect: () => Connection,
    private readonly waits = hostWaits,
    private readonly clock?: Clock,
  ) {}

  check(args: Record<string, unknown>): Checked<SnapshotAttributesInputs> {
    return checkSnapshotAttributes(args, defaultScope(this.connect));
  }

  diff(id: string, state: SnapshotAttributesState, inputs: SnapshotAttributesInputs): Difference {
    const ref = refOf(id);
    const replaces = replacedBy.filter((key) => inputs[key] !== ref[key]);
    if (replaces.length > 0) {
      return { changes: true, replaces };
    }
    const [before, after] = [managedOf(state), canonicalManaged(inputs)].map(withoutNameItself);
    const patch = patchTo({ name: state.name, allTags: state.allTags ?? [] }, inputs, state);
    return { changes: patch !== undefined || !isDeepStrictEqual(before, after) };
  }

  async create(inputs: SnapshotAttributesInputs): Promise<{ id: string; state: SnapshotAttributesState }> {
    const ref = refIn(inputs);
    const state = await this.apply(ref, inputs, {}).catch(
      explainNotFound(
        `snapshotId: project ${ref.projectId} has no snapshot ${ref.snapshotId} in region ${ref.regionId}`,
      ),
    );
    return { id: idOf(ref), state };
  }

  async read(id: string, state: Partial<SnapshotAttributesState>) {
    const ref = refOf(id);
    const answer = await this.connect().snapshots.get(ref).catch(undefinedIfNotFound);
    if (!answer) {
      return undefined;
    }
    const managed = managedOf(state);
    return { inputs: inputsOf(ref, answer, managed), state: stateOf(ref, answer, managed, foundOf(state)) };
  }

  update(
    id: string,
    state: SnapshotAttributesState,
    inputs: SnapshotAttributesInputs,
  ): Promise<SnapshotAttributesState> {
    return this.apply(refOf(id), inputs, { tags: state.tags, found: foundOf(state) }).catch(
      explainNotFound(
        `snapshot ${id} no longer exists on the platform; run \`pulumi refresh\` to drop it from the state, then \`pulumi up\``,
      ),
    );
  }

  async delete(id: string, state: SnapshotAttributesState): Promise<void> {
    const { onDestroy, lockTimeoutSeconds, tags } = managedOf(state);
    if (onDestroy === "retain") {
      return;
    }
    const declared = { tags, found: foundOf(state) };
    const patchFor = (snapshot: SnapshotAnswer) =>
      // A snapshot that goes takes its name and tags along.
      finalStatuses.includes(snapshot.status) ? undefined : restoringPatch(observedIn(snapshot), declared);
    await this.settle({ ref: refOf(id), lockTimeoutSeconds, patchFor }).catch(undefinedIfNotFound);
  }

  private async apply(ref: SnapshotRef, inputs: SnapshotAttributesInputs, declared: Declared) {
    const foundAt = (before: SnapshotAnswer) => foundWith(declared, observedIn(before), inputs);
    const { before, after } = await this.settle({
      ref,
      lockTimeoutSeconds: inputs.lockTimeoutSeconds,
      patchFor: (snapshot) => patchTo(observedIn(snapshot), inputs, declared),
      // What was found must not be lost, nor which tags were declared before.
      unsettled: (snapshot, lost) => {
        const tags = { ...declared.tags, ...inputs.tags };
        return new PartialFailure(idOf(ref), stateOf(ref, snapshot, { ...inputs, tags }, foundAt(snapshot)), lost);
      },
    });
    return stateOf(ref, after, inputs, withoutRemoved(foundAt(before), inputs));
  }

  private settle(change: Change): Promise<Settled> {
    const { snapshots } = this.connect();
    return settle({ snapshots, waits: this.waits, clock: this.clock }, change);
  }
}

/** Serves `SnapshotAttributes`. */
export const snapshotAttributes: ResourceDefinition<SnapshotAttributesInputs, SnapshotAttributesState> = {
  noun: "snapshot attributes",
  label: ({ snapshotId }) => snapshotId,
  handler: (connection) => new SnapshotAttributesHandler(connection),
};

/** Whether a name is declared; what it is, is compared with the platform's. */
function withoutNameItself({ name, ...managed }: ManagedInputs): object {
  return { ...managed, managesName: name !== undefined };
}

function refIn({ projectId, regionId, snapshotId }: SnapshotRef): SnapshotRef {
  return { projectId, regionId, snapshotId };
}
