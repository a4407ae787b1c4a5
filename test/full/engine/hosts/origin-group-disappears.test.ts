import type { FaultInput } from "edgecloud-emulator";
import { OriginGroup } from "pulumi-edgecloud";
import { changeGroups, findGroup } from "../../../engine/setup/platform";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const declare = (name: string, useNext = false) =>
  new OriginGroup(name, { name, useNext, sources: [{ source: "a.example.com" }] });

function removeGroup(stack: TestStack, name: string): void {
  changeGroups(stack.emulator, (group) => (group.name === name ? undefined : {}));
}

/** Answers that do not say that a group is gone: one group for each. */
const unclear = {
  "not permitted": { status: 403, body: { message: "No permission." } },
  "server error": { status: 500, body: "oops" },
  "another answer": { status: 200, body: { message: "no group at all" } },
  "another server": { status: 404, body: "default backend - 404" },
  "no route": { status: 404, body: { message: "no Route matched with those values" } },
  gateway: { status: 404, body: { detail: "Not Found" } },
};

/** The same for a deletion. */
const unclearDeletions = {
  "another answer": { status: 200, body: "<html>please log in</html>" },
  "another server": { status: 404, body: "default backend - 404" },
  gateway: { status: 404, body: { detail: "Not Found" } },
};

engineTest(
  "disappears: refresh drops a group, up creates it again, update says what to do, destroy succeeds; " +
    "only a 404 that the list confirms counts as gone",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    const { emulator } = stack;
    let isUpdated = false;
    stack.program = () => {
      declare("recreated");
      declare("updated", isUpdated);
      Object.keys(unclear).forEach((name) => declare(name));
    };
    const names = ["recreated", "updated", ...Object.keys(unclear)].sort();
    const namesInState = async () => (await stack.resources()).map(({ inputs }) => inputs.name).sort();
    await stack.up();
    const { id: first, ...content } = findGroup(emulator, "recreated");
    const { id: gone } = findGroup(emulator, "updated");
    const lastId = Math.max(...emulator.state().originGroups.map(({ id }) => id));
    const addFaults = (method: "GET" | "DELETE", answers: Record<string, FaultInput["answer"]>) => {
      for (const [name, answer] of Object.entries(answers)) {
        emulator.addFault({ method, path: `/cdn/origin_groups/${findGroup(emulator, name).id}`, answer });
      }
    };

    addFaults("GET", unclear);
    // The engine ends at the first error, and not every group is read to the end.
    expect(await failureText(stack.refresh({ parallel: 200 }))).toMatch(/reading origin group "/);
    expect(await namesInState()).toEqual(names);
    emulator.addFault({ method: "GET", path: "/cdn/origin_groups/*", times: 100, answer: unclear.gateway });
    expect(await failureText(stack.refresh())).toMatch(/Not Found \(404\), but the list of origin groups has it/);
    emulator.clearFaults();
    expect(await namesInState()).toEqual(names);

    removeGroup(stack, "recreated");
    expect(await stack.refresh()).toMatch(/- 1 deleted/);
    expect(await namesInState()).toEqual(names.filter((name) => name !== "recreated"));

    removeGroup(stack, "updated");
    isUpdated = true;
    emulator.clearRequests();
    expect(await stack.upWithFailures()).toContain(
      `updating origin group "updated": origin group ${gone} no longer exists on the platform; run \`pulumi refresh\` ` +
        "to drop it from the state, then `pulumi up`",
    );
    expect(findGroup(emulator, "recreated")).toEqual({ ...content, id: lastId + 1 });
    expect(lastId + 1).not.toBe(first);
    expect(emulator.state().originGroups.some(({ name }) => name === "updated")).toBe(false);
    expect(stack.changes().sort()).toEqual(["POST /cdn/origin_groups 201", `PUT /cdn/origin_groups/${gone} 404`]);
    const ids = new Map((await stack.resources()).map(({ inputs, id }) => [inputs.name, id]));
    expect([ids.get("recreated"), ids.get("updated")]).toEqual([String(lastId + 1), String(gone)]);

    addFaults("DELETE", unclearDeletions);
    emulator.clearRequests();
    const failedDestroy = await failureText(stack.destroy({ continueOnError: true }));
    for (const name of Object.keys(unclearDeletions)) {
      expect(failedDestroy).toContain(`deleting origin group "${name}": `);
    }
    expect(emulator.unmatchedFaults()).toEqual([]);
    expect(failedDestroy).toMatch(/- 5 deleted/);
    expect(stack.changes()).toContain(`DELETE /cdn/origin_groups/${gone} 404`);
    expect(await namesInState()).toEqual(Object.keys(unclearDeletions).sort());
    stack.program = () => Object.keys(unclearDeletions).forEach((name) => declare(name));
    expect(await stack.preview()).toMatch(/ 4 unchanged/);
  },
);
