import type { FaultInput } from "edgecloud-emulator";
import { expectConverged } from "./setup/expectations";
import { collection, countChanges, declareFunction, declareFunctions, pathOf, findFunction } from "./setup/functions";
import { engineTest, failureText } from "./setup/test-stack";

const uuid = "[0-9a-f-]{36}";
const failing = (life: object = {}): FaultInput["tasks"] => ({
  runningPolls: 2,
  end: "ERROR",
  error: "The build ended with code 2.",
  buildMessage: "resize.go:3: undefined: image",
  ...life,
});

engineTest("task error: a failed create reports both texts and leaves nothing; a retry works", {}, async (stack) => {
  stack.program = declareFunction().program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: failing() });
  expect(await failureText(stack.up())).toMatch(
    new RegExp(
      `creating function "resize": task ${uuid} failed: The build ended with code 2\\. ` +
        "Build: resize\\.go:3: undefined: image",
    ),
  );
  expect(await stack.resources()).toEqual([]);
  expect(stack.emulator.state().functions).toEqual([]);
  expect(stack.changes()).toEqual([`POST ${collection} 200`]);

  await stack.up();
  expect(countChanges(stack.emulator)).toBe("2 POST");
  await expectConverged(stack);
});

engineTest("task error: a failed update or delete leaves the state and the function unchanged", {}, async (stack) => {
  const declared = declareFunction({ description: "Before." });
  stack.program = declared.program;
  await stack.up();
  const before = await stack.resources();

  declared.args = { description: "After." };
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), tasks: failing() });
  expect(await failureText(stack.up())).toMatch(
    /updating function "resize": task \S+ failed: The build ended with code 2\. Build: resize\.go:3: undefined: image/,
  );
  expect(await stack.resources()).toEqual(before);
  expect(findFunction(stack.emulator)).toMatchObject({ description: "Before." });

  stack.emulator.addFault({ method: "DELETE", path: pathOf(), tasks: failing({ error: "It is called just now." }) });
  expect(await failureText(stack.destroy())).toMatch(
    /deleting function "resize": task \S+ failed: It is called just now/,
  );
  expect(await stack.resources()).toHaveLength(1);

  stack.emulator.clearRequests();
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("1 PATCH");
  await expectConverged(stack);
});

engineTest("task error: one failed task fails its function, and does not stop other functions", {}, async (stack) => {
  stack.program = declareFunctions({ one: {}, two: {}, three: {} }).program;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: failing({ tasks: 3, buildMessage: undefined }) });
  const text = await failureText(stack.up());
  expect(text.match(/failed: The build ended with code 2\./g)?.length).toBeGreaterThan(0);
  expect(new Set(text.match(new RegExp(`task ${uuid} failed`, "g")))).toHaveProperty("size", 1);
  expect(stack.emulator.state().functions).toHaveLength(2);
  expect(await stack.resources()).toHaveLength(2);
  await stack.up();
  expect(countChanges(stack.emulator)).toBe("4 POST");
  expect(stack.emulator.state().functions).toHaveLength(3);
});
