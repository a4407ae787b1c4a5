import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { changeFunctions, findFunction, idOf, pathOf, required } from "../../../engine/setup/functions";
import { changeGroups, findGroup } from "../../../engine/setup/platform";
import {
  changeSnapshots,
  idOf as idOfSnapshot,
  projectId,
  regionId,
  seedSnapshots,
} from "../../../engine/setup/snapshots";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const { ids, snapshots } = seedSnapshots(["dropped", "updated"] as const);

type Name = keyof typeof ids;

function declareAll(name: Name, isUpdated = false): void {
  new OriginGroup(`group-${name}`, { name, useNext: isUpdated, sources: [{ source: "a.example.com" }] });
  new CloudFunction(`function-${name}`, { ...required, name, ...(isUpdated && { timeout: 60 }) });
  declareSnapshot(name, isUpdated);
}

function declareSnapshot(name: Name, isUpdated = false): void {
  const tags = { team: isUpdated ? "newer" : "new" };
  new SnapshotAttributes(`snapshot-${name}`, { projectId, regionId, snapshotId: ids[name], tags });
}

/** Removes an object of each kind behind Pulumi's back. */
function removeAll({ emulator }: TestStack, removed: Name): void {
  changeGroups(emulator, ({ name }) => (name === removed ? undefined : {}));
  changeFunctions(emulator, ({ name }) => (name === removed ? undefined : {}));
  changeSnapshots(emulator, ({ id }) => (id === ids[removed] ? undefined : {}));
}

// What does not count as gone is in `fault-matrix/table.ts` and in `test/unit/api/not-found.test.ts`.
engineTest(
  "disappears: refresh drops what is gone, up makes it again or says what is missing, update says what to do, and " +
    "destroy succeeds",
  { seed: { snapshots } },
  async (stack) => {
    const { emulator } = stack;
    const seeded = emulator.state().snapshots;
    stack.program = () => {
      declareAll("dropped");
      declareAll("updated");
    };
    await stack.up();
    const [dropped, { id: gone }] = [findGroup(emulator, "dropped"), findGroup(emulator, "updated")];
    const made = Math.max(dropped.id, gone) + 1;
    const namesInState = async () => (await stack.resources()).map(({ urn }) => urn.split("::").at(-1)).sort();

    removeAll(stack, "dropped");
    expect(await stack.refresh()).toMatch(/- 3 deleted\n +4 unchanged/);
    const updated = ["function-updated", "group-updated", "snapshot-updated"];
    expect(await namesInState()).toEqual(updated);
    expect(await failureText(stack.preview())).toContain(
      `snapshotId matches no snapshot: project ${projectId} has no snapshot ${ids.dropped} in region ${regionId}. ` +
        "Correct the ID, the project or the region, or use the key of the account that has it",
    );

    removeAll(stack, "updated");
    stack.program = () => {
      declareAll("updated", true);
      new OriginGroup("group-dropped", { name: "dropped", sources: [{ source: "a.example.com" }] });
      new CloudFunction("function-dropped", { ...required, name: "dropped" });
    };
    emulator.clearRequests();
    const failure = await stack.upWithFailures();
    const advice = "no longer exists on the platform; run `pulumi refresh` to drop it from the state, then `pulumi up`";
    for (const subject of [
      `origin group "updated": origin group ${gone}`,
      `function "updated": function ${idOf("updated")}`,
      `snapshot attributes "${ids.updated}": snapshot ${idOfSnapshot(ids.updated)}`,
    ]) {
      expect(failure).toContain(`updating ${subject} ${advice}`);
    }
    expect(await namesInState()).toEqual(["function-dropped", "group-dropped", ...updated].sort());
    expect(findGroup(emulator, "dropped")).toEqual({ ...dropped, id: made });
    expect((await stack.findResource("function-dropped"))?.outputs.functionId).toBe(
      findFunction(emulator, "dropped")?.id,
    );

    emulator.clearRequests();
    expect(await stack.destroy()).toMatch(/- 6 deleted/);
    expect(stack.changes().sort()).toEqual(
      [
        `DELETE ${pathOf("dropped")} 200`,
        `DELETE /cdn/origin_groups/${gone} 404`,
        `DELETE /cdn/origin_groups/${made} 204`,
      ].sort(),
    );
    emulator.replaceState({ ...emulator.state(), snapshots: seeded });
  },
);
