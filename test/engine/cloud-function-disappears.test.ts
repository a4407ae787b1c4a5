import {
  changeFunctions,
  collection,
  countChanges,
  declareFunction,
  idOf,
  pathOf,
  findFunction,
} from "./setup/functions";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

async function gone(stack: TestStack): Promise<void> {
  stack.program = declareFunction().program;
  await stack.up();
  changeFunctions(stack.emulator, () => undefined);
  stack.emulator.clearRequests();
}

engineTest("disappears: refresh drops the function from the state, up creates it again", {}, async (stack) => {
  await gone(stack);
  expect(await stack.refresh()).toMatch(/- 1 deleted/);
  expect(await stack.resources()).toEqual([]);
  await stack.up();
  expect(stack.changes()).toEqual([`POST ${collection} 200`]);
  expect((await stack.resources()).map(({ outputs }) => outputs.functionId)).toEqual([
    findFunction(stack.emulator)?.id,
  ]);
});

engineTest("disappears: update reports what to do, destroy of a missing function succeeds", {}, async (stack) => {
  await gone(stack);
  stack.program = declareFunction({ timeout: 60 }).program;
  expect(await failureText(stack.up())).toContain(
    `updating function "resize": function ${idOf()} no longer exists on the platform; run \`pulumi refresh\` to drop it ` +
      "from the state, then `pulumi up`",
  );
  expect(countChanges(stack.emulator)).toBe("");
  expect(await stack.resources()).toHaveLength(1);

  expect(await stack.destroy()).toMatch(/- 2 deleted/);
  expect(stack.changes()).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});

engineTest(
  "disappears: only a 404 of the platform counts as gone",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    stack.program = declareFunction().program;
    await stack.up();
    for (const answer of [
      { status: 403, body: { message: "No." } },
      { status: 500 },
      { status: 200, body: { message: "no function at all" } },
      { status: 404, body: "default backend - 404" },
      { status: 404, body: { message: "no route" } },
    ]) {
      stack.emulator.addFault({ method: "GET", path: pathOf(), answer });
      expect(await failureText(stack.refresh())).toContain('reading function "resize": ');
    }
    for (const answer of [{ status: 500 }, { status: 404, body: "default backend - 404" }]) {
      stack.emulator.addFault({ method: "DELETE", path: pathOf(), times: 9, answer });
      expect(await failureText(stack.destroy())).toContain('deleting function "resize": ');
      stack.emulator.clearFaults();
    }
    expect(await stack.resources()).toHaveLength(1);
    expect(await stack.preview()).toMatch(/2 unchanged/);
  },
);
