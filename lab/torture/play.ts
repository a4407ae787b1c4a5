import type { Engine } from "#tools/engine";
import { listUrns } from "./declared";
import { applyEdit, findResource } from "./edits";
import { type ByHand, describeStep, type Edit, type History, type Operate, type Step } from "./history";
import { Violation } from "./judge";
import { SNAPSHOT_IDS } from "./kinds/snapshot";
import { deleteByHand, findObject, makeByHand, observePlatform, updateByHand, updateSnapshotByHand } from "./platform";
import { destroy, settle } from "./settle";
import { Stack } from "./stack";
import type { Moment, StateEntry } from "./state";

/** How a history ended. */
export interface Played {
  /** What was played: without the steps that were not possible, and those after a violation. */
  readonly steps: readonly Step[];
  /** The promise that was broken, if any. */
  readonly violation?: string;
  /** Advice that was followed. */
  readonly remedies: readonly string[];
  readonly operations: number;
  readonly kills: number;
  /** Program, operations and requests. */
  readonly report: string;
}

/** How long processes of a run of Pulumi may live on after a kill. */
export interface OrphanLimit {
  readonly orphansEndWithinMs: number;
}

/** Plays a history on the real engine, with a platform of its own. */
export async function playHistory(engine: Engine, history: History, limit?: OrphanLimit): Promise<Played> {
  const stack = await Stack.start(engine, { ...limit, parallel: history.parallel });
  stack.program.host = history.host;
  const remedies: string[] = [];
  const played: Step[] = [];
  const summarize = () => ({
    steps: played,
    remedies,
    operations: stack.operations,
    kills: stack.kills,
    report: stack.report(),
  });
  try {
    for (const step of history.steps) {
      played.push(step);
      const followed = await playStep(stack, step);
      if (followed) {
        remedies.push(...followed);
      } else {
        stack.log("  (skipped: not possible here)");
        played.pop();
      }
    }
    remedies.push(...(await destroy(stack)));
    return summarize();
  } catch (error) {
    if (!(error instanceof Violation)) {
      throw error;
    }
    stack.log(`── WRONG: ${error.message}`);
    return { ...summarize(), violation: error.message };
  } finally {
    await stack.close();
  }
}

/** Returns the advice that was followed; undefined if the step is not possible there. */
async function playStep(stack: Stack, step: Step): Promise<string[] | undefined> {
  stack.log(`· ${describeStep(step)}`);
  switch (step.do) {
    case "operate":
      return (await playOperation(stack, step)) ? [] : undefined;
    case "settle":
      return settle(stack, step);
    case "byHand":
      return playByHand(stack, step) ? [] : undefined;
    default:
      return playEdit(stack, step) ? [] : undefined;
  }
}

function playEdit(stack: Stack, edit: Edit): boolean {
  const program = structuredClone(stack.program);
  const isDone = applyEdit({ program, ...stack.observe() }, edit);
  stack.program = isDone ? program : stack.program;
  return isDone;
}

function playByHand(stack: Stack, step: ByHand): boolean {
  const before = stack.observe();
  const isDone = applyByHand(stack, step, before);
  if (step.what !== "tag" && step.what !== "name") {
    stack.ledger.noteByHand(before.platform, observePlatform(stack.emulator.state()));
  }
  return isDone;
}

function applyByHand(stack: Stack, step: ByHand, { state, platform }: Moment): boolean {
  const { emulator, program, ledger } = stack;
  if (step.what === "make") {
    return makeByHand(emulator, step.kind, step.name);
  }
  if (step.what === "tag" || step.what === "name") {
    const id = String(SNAPSHOT_IDS[step.snapshot]);
    const changed = step.what === "name" ? { name: step.name } : { tags: { [step.key]: step.value } };
    updateSnapshotByHand(emulator, id, changed);
    ledger.snapshots.noteByHand(id, changed, state, program);
    stack.isDrifted = true;
    return true;
  }
  const resource = findResource(program, step.slot);
  const entry = resource && state.find(({ urn }) => listUrns(resource, program).includes(urn));
  const object = entry && findObject(entry, platform);
  if (!resource || !object) {
    return false;
  }
  // The platform deletes no namespace that has functions, and by hand none is made in a namespace of the program.
  if (step.what !== "change" && (resource.inside || program.resources.some(({ inside }) => inside === resource.slot))) {
    return false;
  }
  stack.isDrifted = true;
  if (step.what === "change") {
    updateByHand(emulator, object, step.version);
    return true;
  }
  deleteByHand(emulator, object);
  return step.what === "delete" || makeByHand(emulator, object.kind, object.name);
}

async function playOperation(stack: Stack, { operation, refresh, slot, trouble, kill }: Operate): Promise<boolean> {
  const resource = findResource(stack.program, slot ?? "");
  const urn = resource && listUrns(resource, stack.program)[0];
  const entry = stack.observe().state.find((one) => one.urn === urn);
  if (slot !== undefined && (!entry || isShared(stack, entry))) {
    return false;
  }
  const selection = entry && { [operation === "up" ? "replace" : "target"]: [entry.urn] };
  await stack.operate(operation, { ...(refresh && { refresh }), ...selection }, { faults: trouble?.faults, kill });
  return true;
}

/** Whether another resource manages the same object; `docs/reliability.md` promises nothing for that. */
function isShared(stack: Stack, entry: StateEntry): boolean {
  const { state, platform } = stack.observe();
  const object = findObject(entry, platform);
  return state.some(
    (other) => other !== entry && (object ? findObject(other, platform) === object : other.id === entry.id),
  );
}
