import type { FaultInput } from "edgecloud-emulator";
import { expectConverged } from "../../engine/setup/expectations";
import { declareFunctions, findFunction } from "../../engine/setup/functions";
import { changesOf, creationOf, deletionOf, only, updateOf } from "../../engine/setup/named-functions";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const uuid = "[0-9a-f-]{36}";
const failing = (life: object = {}): FaultInput["tasks"] => ({
  runningPolls: 2,
  end: "ERROR",
  error: "The build ended with code 2.",
  buildMessage: "resize.go:3: undefined: image",
  ...life,
});

engineTest(
  "task error: a failed create leaves nothing, a failed update or delete changes nothing; others go on, and a retry works",
  {},
  async (stack) => {
    const { emulator } = stack;
    const names = ["failed", "last-of-three", "fine", "updated"];
    const declareAll = (description: string) =>
      Object.fromEntries(names.map((name) => [name, name === "updated" ? { description } : {}]));
    const declared = declareFunctions(declareAll("Before."));
    stack.program = declared.program;

    // One of three tasks fails its function, and other functions are created nevertheless.
    emulator.addFault({ ...creationOf("failed"), tasks: failing() });
    emulator.addFault({ ...creationOf("last-of-three"), tasks: failing({ tasks: 3, buildMessage: undefined }) });
    const text = await failureText(stack.up(names.length));
    expect(text).toMatch(
      new RegExp(
        `creating function "failed": task ${uuid} failed: The build ended with code 2\\. ` +
          "Build: resize\\.go:3: undefined: image",
      ),
    );
    expect(text).toMatch(new RegExp(`"last-of-three": task ${uuid} failed: The build ended with code 2\\.`));
    expect(new Set(text.match(new RegExp(`task ${uuid} failed`, "g")))).toHaveProperty("size", 2);
    expect((await stack.resources()).map(({ outputs }) => outputs.name).sort()).toEqual(["fine", "updated"]);
    expect(
      emulator
        .state()
        .functions.map(({ name }) => name)
        .sort(),
    ).toEqual(["fine", "updated"]);
    for (const name of names) {
      expect(changesOf(stack, name)).toEqual(["POST 200"]);
    }

    // The retry of the creates works; an update fails.
    emulator.clearRequests();
    const before = await stack.findResource("updated");
    declared.all = declareAll("After.");
    emulator.addFault({ ...updateOf("updated"), tasks: failing() });
    expect(await failureText(stack.up(names.length))).toMatch(
      /updating function "updated": task \S+ failed: The build ended with code 2\. Build: resize\.go:3: undefined: image/,
    );
    expect(await stack.findResource("updated")).toEqual(before);
    expect(findFunction(emulator, "updated")).toMatchObject({ description: "Before." });
    expect(Object.fromEntries(names.map((name) => [name, changesOf(stack, name)]))).toEqual({
      ...{ failed: ["POST 200"], "last-of-three": ["POST 200"], fine: [], updated: ["PATCH 200"] },
    });
    expect(emulator.state().functions).toHaveLength(names.length);

    emulator.addFault({ ...deletionOf("updated"), tasks: failing({ error: "It is called just now." }) });
    expect(await failureText(stack.destroy(await only(stack, "updated")))).toMatch(
      /deleting function "updated": task \S+ failed: It is called just now/,
    );
    expect(await stack.resources()).toHaveLength(names.length);

    emulator.clearRequests();
    await stack.up();
    expect(stack.changes()).toHaveLength(1);
    expect(changesOf(stack, "updated")).toEqual(["PATCH 200"]);
    await expectConverged(stack);
  },
);
