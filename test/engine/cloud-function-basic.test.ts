import { expectConverged } from "./setup/expectations";
import { collection, declaring, idOf, pathOf, requiredBody, stored } from "./setup/functions";
import { sentBodies } from "./setup/platform";
import { engineTest } from "./setup/test-stack";

engineTest(
  "basic: one POST, its tasks are followed, the second up changes nothing, destroy leaves nothing",
  { seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 1 } } } },
  async (stack) => {
    stack.program = declaring().program;
    expect(await stack.preview()).toMatch(/2 to create/);
    expect(stack.emulator.requests()).toEqual([]);

    const outputs = await stack.outputs();
    expect(stack.changes()).toEqual([`POST ${collection} 200`]);
    expect(sentBodies(stack.emulator, "POST")).toEqual([requiredBody]);
    expect(outputs).toMatchObject({
      id: { value: idOf() },
      endpoint: { value: "https://resize-images.functions.example.com" },
      status: { value: "ACTIVE" },
      functionId: { value: stored(stack.emulator)?.id },
    });
    await expectConverged(stack);

    stack.emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes()).toEqual([`DELETE ${pathOf()} 200`]);
  },
);
