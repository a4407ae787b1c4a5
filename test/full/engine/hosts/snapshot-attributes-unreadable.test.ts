import type { FaultInput } from "edgecloud-emulator";
import type { SnapshotAttributesArgs } from "pulumi-edgecloud";
import { changeSnapshot, declareByName, pathOf, seedSnapshots, taskId } from "../../../engine/setup/snapshots";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const args: Partial<SnapshotAttributesArgs> = { name: "nightly", tags: { team: "new", keep: "30d" } };

type Answer = NonNullable<FaultInput["answer"]>;

/** What a read may answer that does not say that a snapshot is gone. */
const answers = {
  refused: { status: 403, body: { message: "No." } },
  broken: { status: 500 },
  unreadable: { status: 200, body: { id: "x" } },
  otherServer: { status: 404, body: "default backend - 404" },
  noRoute: { status: 404, body: { exception_class: "NotFoundError", message: "no route" } },
} satisfies Record<string, Answer>;

const answering = Object.entries(answers) as [keyof typeof answers, Answer][];

const statuses = ["error", "restoring", "error_deleting", "deleting", "deleted"] as const;

const read = seedSnapshots([...answering.map(([name]) => name), "gone" as const, "goneAfterRefresh" as const]);

/** In a project of their own: eight reads of one project would be made with a list. */
const otherProject = 13;
const ofStatus = seedSnapshots([...statuses, "changed" as const], { project_id: otherProject }, 101);

const ids = { ...read.ids, ...ofStatus.ids };

engineTest(
  "disappears: only a 404 that the list confirms counts as gone, and later operations report what is gone; " +
    "drift: status and lock show in the outputs, and a snapshot being deleted cannot be updated",
  {
    seed: { snapshots: [...read.snapshots, ...ofStatus.snapshots] },
    config: { "edgecloud:maxRetries": { value: "0" } },
  },
  async (stack) => {
    const { emulator } = stack;
    const seeded = emulator.state().snapshots;
    const inStatus = { tags: { keep: "30d" }, projectId: otherProject };
    const declared = declareByName(ids, {
      ...Object.fromEntries(Object.keys(read.ids).map((name) => [name, args])),
      ...Object.fromEntries(Object.keys(ofStatus.ids).map((name) => [name, inStatus])),
    });
    stack.program = declared.program;
    await stack.up();
    const created = await stack.resources();
    expect(created).toHaveLength(13);

    // A refresh reads every resource, even if another one cannot be read.
    const statusOf = (name: keyof typeof ofStatus.ids) => (name === "changed" ? "deleted" : name);
    const withStatus = (Object.keys(ofStatus.ids) as (keyof typeof ofStatus.ids)[]).map(
      (name) => [name, { status: statusOf(name), task_id: taskId }] as const,
    );
    withStatus.forEach(([name, change]) => changeSnapshot(emulator, ids[name], () => change));
    answering.forEach(([name, answer]) => emulator.addFault({ method: "GET", path: pathOf(ids[name]), answer }));
    const failure = await failureText(stack.refresh());
    for (const [name] of answering) {
      expect(failure).toContain(`reading snapshot attributes "${ids[name]}": `);
      const before = created.find(({ urn }) => urn.endsWith(`::${name}`));
      expect(await stack.findResource(name)).toMatchObject({ inputs: before?.inputs, outputs: before?.outputs });
    }
    expect(emulator.faults().map(({ timesLeft }) => timesLeft)).toEqual(answering.map(() => 0));
    for (const [name, { status }] of withStatus) {
      expect((await stack.findResource(name))?.outputs).toMatchObject({ status, lockTaskId: taskId });
    }

    changeSnapshot(emulator, ids.gone, () => undefined);
    expect(await stack.refresh()).toMatch(/- 1 deleted/);
    expect((await stack.resources()).map(({ urn }) => urn)).toEqual(
      created.map(({ urn }) => urn).filter((urn) => !urn.endsWith("::gone")),
    );

    changeSnapshot(emulator, ids.goneAfterRefresh, () => undefined);
    delete declared.args.gone;
    declared.args.goneAfterRefresh = { name: "newer" };
    declared.args.changed = { tags: { keep: "60d" }, projectId: otherProject };
    const said = await stack.upWithFailures();
    expect(said).toMatch(/snapshot \S+ no longer exists on the platform; run `pulumi refresh`/);
    expect(said).toContain(
      `updating snapshot attributes "${ids.changed}": snapshot ${ids.changed} is in status "deleted" and can no longer ` +
        "be changed. Remove the resource from the program",
    );
    expect(said).toMatch(/ 11 unchanged\n/);
    expect(await stack.resources()).toHaveLength(12);

    declared.args = { ...declared.args, gone: args, goneAfterRefresh: args, changed: inStatus };
    expect(await failureText(stack.up())).toContain(`has no snapshot ${ids.gone} in region`);
    expect(await stack.resources()).toHaveLength(12);

    // What is deleted or gone needs no change. The others are free again, so that destroy can change them.
    statuses
      .filter((status) => status !== "deleted")
      .forEach((status) => changeSnapshot(emulator, ids[status], () => ({ status: "available", task_id: null })));
    emulator.clearRequests();
    expect(await stack.destroy()).toMatch(/- 13 deleted/);
    const withoutChange = [ids.gone, ids.goneAfterRefresh, ids.deleted, ids.changed];
    expect(stack.changes().filter((change) => withoutChange.some((id) => change.includes(id)))).toEqual([]);
    const current = new Map(emulator.state().snapshots.map((snapshot) => [snapshot.id, snapshot]));
    const snapshots = seeded.map((snapshot) =>
      withoutChange.includes(snapshot.id) ? snapshot : (current.get(snapshot.id) ?? snapshot),
    );
    emulator.replaceState({ ...emulator.state(), snapshots });
  },
);
