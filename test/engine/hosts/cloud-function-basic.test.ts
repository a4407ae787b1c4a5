import { CloudFunction } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import { bodiesByName, collection, findFunction, idOf, pathOf, required, requiredBody } from "../setup/functions";
import { engineTest } from "../setup/test-stack";

/** Every field but `disabled`, which no POST has. */
const every = {
  code: 'package main\n// "ünï\u2028\tcode"\n',
  autoscaling: { minInstances: 0, maxInstances: 50 },
  dependencies: "",
  description: "",
  enableApiKey: false,
  envs: { constructor: "a", prototype: "", _B9: " c " },
  timeout: 0,
};
const everyBody = {
  ...requiredBody,
  name: "every",
  code_text: every.code,
  autoscaling: { min_instances: 0, max_instances: 50 },
  dependencies: "",
  description: "",
  enable_api_key: false,
  envs: every.envs,
  timeout: 0,
};

engineTest(
  "basic: up sends one POST of all fields and polls its tasks, then disables what is declared so; a second up changes " +
    "nothing, destroy leaves nothing",
  { seed: { cloud: { taskLife: { newPolls: 1, runningPolls: 1 } } } },
  async (stack) => {
    stack.program = () => {
      const { id, endpoint, status, functionId } = new CloudFunction("resize", required);
      const disabled = new CloudFunction("every", { ...required, name: "every", ...every, disabled: true });
      return { id, endpoint, status, functionId, statusOfEvery: disabled.status };
    };
    expect(await stack.preview()).toMatch(/3 to create/);
    expect(stack.changes()).toEqual([]);

    stack.emulator.clearRequests();
    const outputs = await stack.outputs();
    const post = `POST ${collection} 200`;
    expect(stack.changes().sort()).toEqual([`PATCH ${pathOf("every")} 200`, post, post]);
    expect(stack.requests()[0]?.method).toBe("POST");
    expect(bodiesByName(stack.emulator, "POST")).toEqual({ resize: [requiredBody], every: [everyBody] });
    expect(bodiesByName(stack.emulator, "PATCH")).toEqual({ every: [{ disabled: true }] });
    expect(outputs).toMatchObject({
      id: { value: idOf() },
      endpoint: { value: "https://resize-images.functions.example.com" },
      status: { value: "ACTIVE" },
      functionId: { value: findFunction(stack.emulator)?.id },
      statusOfEvery: { value: "INACTIVE" },
    });
    expect(findFunction(stack.emulator, "every")).toMatchObject({ ...everyBody, disabled: true });
    await expectConverged(stack);
    expect(await stack.preview({ refresh: true })).toMatch(/3 unchanged/);

    stack.emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes().sort()).toEqual(["every", "resize"].map((name) => `DELETE ${pathOf(name)} 200`));
  },
);
