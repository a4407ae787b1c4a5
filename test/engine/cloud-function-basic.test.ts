import { CloudFunction } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import {
  collection,
  countChanges,
  declareFunction,
  diffOf,
  idOf,
  pathOf,
  required,
  requiredBody,
  findFunction,
} from "./setup/functions";
import { sentBodies } from "./setup/platform";
import { engineTest, failureText } from "./setup/test-stack";

engineTest(
  "basic: up sends one POST and polls its tasks, a second up changes nothing, destroy leaves nothing",
  { seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 1 } } } },
  async (stack) => {
    stack.program = declareFunction().program;
    expect(await stack.preview()).toMatch(/2 to create/);
    expect(stack.changes()).toEqual([]);

    stack.emulator.clearRequests();
    const outputs = await stack.outputs();
    expect(stack.changes()).toEqual([`POST ${collection} 200`]);
    expect(stack.requests()[0]?.method).toBe("POST");
    expect(sentBodies(stack.emulator, "POST")).toEqual([requiredBody]);
    expect(outputs).toMatchObject({
      id: { value: idOf() },
      endpoint: { value: "https://resize-images.functions.example.com" },
      status: { value: "ACTIVE" },
      functionId: { value: findFunction(stack.emulator)?.id },
    });
    await expectConverged(stack);

    stack.emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes()).toEqual([`DELETE ${pathOf()} 200`]);
  },
);

engineTest("basic: every field is sent, and a function declared as disabled ends up disabled", {}, async (stack) => {
  const { program } = declareFunction({
    code: 'package main\n// "ünï\u2028\tcode"\n',
    autoscaling: { minInstances: 0, maxInstances: 50 },
    dependencies: "",
    description: "",
    enableApiKey: false,
    envs: { constructor: "a", prototype: "", _B9: " c " },
    disabled: true,
    timeout: 0,
  });
  stack.program = program;
  const outputs = await stack.outputs();
  const body = {
    ...requiredBody,
    code_text: 'package main\n// "ünï\u2028\tcode"\n',
    autoscaling: { min_instances: 0, max_instances: 50 },
    dependencies: "",
    description: "",
    enable_api_key: false,
    envs: { constructor: "a", prototype: "", _B9: " c " },
    timeout: 0,
  };
  expect(sentBodies(stack.emulator, "POST")).toEqual([body]);
  expect(sentBodies(stack.emulator, "PATCH")).toEqual([{ disabled: true }]);
  expect(findFunction(stack.emulator)).toMatchObject({ ...body, disabled: true });
  expect(outputs.status?.value).toBe("INACTIVE");
  await stack.refresh();
  await expectConverged(stack);
});

engineTest(
  "basic: project and region come from the configuration, and changing them replaces the function",
  { config: { "edgecloud:projectId": { value: "12" }, "edgecloud:regionId": { value: "7" } } },
  async (stack) => {
    stack.program = () => {
      const { id, regionId } = new CloudFunction("resize", { ...required, projectId: undefined, regionId: undefined });
      return { id, regionId };
    };
    expect(await stack.outputs()).toMatchObject({ id: { value: idOf() }, regionId: { value: 7 } });
    await stack.stack.setConfig("edgecloud:regionId", { value: "8" });
    const preview = await stack.preview();
    expect(preview).toMatch(/1 to replace/);
    expect(diffOf(preview)).toBe("~ regionId: 7 => 8");
    stack.emulator.clearRequests();
    expect((await stack.outputs()).id?.value).toBe("12/8/images/resize");
    expect(stack.changes().map((change) => change.split(" ")[0])).toEqual(["DELETE", "POST"]);

    await stack.stack.removeConfig("edgecloud:regionId");
    expect(await failureText(stack.preview())).toContain(
      "regionId is required: give it here, or for the whole connection with `pulumi config set edgecloud:regionId <value>`",
    );
    await stack.stack.setConfig("edgecloud:regionId", { value: "8" });
    await expectConverged(stack);
  },
);

engineTest(
  "basic: a refused create names the program's properties and leaves nothing in the state",
  { seed: { cloud: { maxFunctionTimeout: 180, requiresAutoscaling: true } } },
  async (stack) => {
    const declared = declareFunction({ timeout: 600 });
    stack.program = declared.program;
    const failure = await failureText(stack.up());
    expect(failure).toContain('creating function "resize": ');
    expect(failure).toMatch(/timeout: It has to be from 0 to 180\./);
    expect(failure).toMatch(/autoscaling: /);
    expect(await stack.resources()).toEqual([]);
    declared.args = { autoscaling: { minInstances: 1 } };
    await stack.up();
    declared.args = { timeout: 600, autoscaling: { minInstances: 1 } };
    expect(await failureText(stack.up())).toMatch(/updating function "resize": timeout: It has to be from 0 to 180\./);
    expect(countChanges(stack.emulator)).toBe("2 POST, 1 PATCH");
    declared.args = { autoscaling: { minInstances: 1 } };
    await expectConverged(stack);
  },
);
