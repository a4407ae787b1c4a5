import { changeFunctions, declareFunctions, findFunction, idOf, pathOf } from "../../../engine/setup/functions";
import { changesOf, deletionOf, only } from "../../../engine/setup/named-functions";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

/** Answers that do not say that a function is gone. */
const answers = {
  "no-access": { status: 403, body: { message: "No." } },
  "internal-error": { status: 500 },
  "no-function": { status: 200, body: { message: "no function at all" } },
  "another-server": { status: 404, body: "default backend - 404" },
  "no-route": { status: 404, body: { exception_class: "NotFoundError", message: "no route" } },
};

engineTest(
  "disappears: only a 404 that the list confirms counts as gone; then refresh drops the function, update reports what to do, " +
    "and destroy succeeds",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    const { emulator } = stack;
    const names = Object.keys(answers);
    const all = Object.fromEntries([...names, "dropped", "updated"].map((name) => [name, {}]));
    const declared = declareFunctions(all);
    stack.program = declared.program;
    await stack.up();

    for (const [name, answer] of Object.entries(answers)) {
      emulator.addFault({ method: "GET", path: pathOf(name), answer });
    }
    const unread = await failureText(stack.refresh({ parallel: 200 }));
    // The engine ends at the first error, and not every function is read to the end.
    expect(unread).toMatch(/reading function "/);
    expect(await stack.resources()).toHaveLength(7);
    emulator.clearFaults();
    emulator.addFault({ method: "GET", path: pathOf("*"), times: 100, answer: answers["no-route"] });
    expect(await failureText(stack.refresh())).toMatch(/no route \(404\), but the list of functions has it/);
    emulator.clearFaults();
    const undeleted = ["internal-error", "another-server", "no-route"] as const;
    for (const name of undeleted) {
      emulator.addFault({ ...deletionOf(name), times: 9, answer: answers[name] });
    }
    const some = await only(stack, ...undeleted);
    const refused = await failureText(stack.destroy({ ...some, continueOnError: true }));
    for (const name of undeleted) {
      expect(refused).toContain(`deleting function "${name}": `);
    }
    emulator.clearFaults();
    expect(await stack.resources()).toHaveLength(7);

    const changeWithout = (gone: string) =>
      changeFunctions(emulator, (found) => (found.name === gone ? undefined : {}));
    changeWithout("updated");
    emulator.clearRequests();
    declared.all = { ...all, updated: { timeout: 60 } };
    const failure = await failureText(stack.up());
    expect(failure).toContain(
      `updating function "updated": function ${idOf("updated")} no longer exists on the platform; run \`pulumi refresh\` to drop it ` +
        "from the state, then `pulumi up`",
    );
    expect(stack.changes()).toEqual([]);
    expect(await stack.resources()).toHaveLength(7);

    changeWithout("dropped");
    declared.all = all;
    expect(await stack.refresh(await only(stack, "dropped"))).toMatch(/- 1 deleted/);
    expect(await stack.findResource("dropped")).toBeUndefined();
    // The stack and the others are as they were.
    expect(await stack.up()).toMatch(/ 7 unchanged/);
    expect(changesOf(stack, "dropped")).toEqual(["POST 200"]);
    expect(stack.changes()).toHaveLength(1);
    expect((await stack.findResource("dropped"))?.outputs.functionId).toBe(findFunction(emulator, "dropped")?.id);

    emulator.clearRequests();
    expect(await stack.destroy()).toMatch(/- 8 deleted/);
    expect(changesOf(stack, "updated")).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  },
);
