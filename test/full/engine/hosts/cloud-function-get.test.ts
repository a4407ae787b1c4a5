import { CloudFunction } from "pulumi-edgecloud";
import { idOf, pathOf, createFunctionSeed } from "../../../engine/setup/functions";
import { engineTest } from "../../../engine/setup/test-stack";

const existing = createFunctionSeed({
  autoscaling: { min_instances: 1, max_instances: 5 },
  description: "Resizes.",
  envs: { BUCKET: "thumbs" },
  disabled: true,
  build_message: "built",
});

engineTest(
  "get: returns the outputs of an existing function, and neither changes nor deletes it",
  { seed: { functions: [existing] } },
  async (stack) => {
    const before = stack.emulator.state();
    stack.program = () => {
      const found = CloudFunction.get("resize", idOf());
      const { id, projectId, regionId, namespace, name, code, mainMethod, runtime, flavor, timeout } = found;
      const { autoscaling, dependencies, description, enableApiKey, envs, disabled } = found;
      const { functionId, endpoint, status, buildStatus, buildMessage, deployStatus, createdAt } = found;
      return {
        ...{ id, projectId, regionId, namespace, name, code, mainMethod, runtime, flavor, timeout },
        ...{ autoscaling, dependencies, description, enableApiKey, envs, disabled },
        ...{ functionId, endpoint, status, buildStatus, buildMessage, deployStatus, createdAt },
      };
    };
    const outputs = await stack.outputs();
    expect(Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value as unknown]))).toEqual({
      id: "12/7/images/resize",
      projectId: 12,
      regionId: 7,
      namespace: "images",
      name: "resize",
      code: "package main",
      mainMethod: "Resize",
      runtime: "go1.16.6",
      flavor: "80mCPU-128MB",
      timeout: 30,
      autoscaling: { minInstances: 1, maxInstances: 5 },
      dependencies: "",
      description: "Resizes.",
      enableApiKey: false,
      envs: { BUCKET: "thumbs" },
      disabled: true,
      functionId: before.functions[0]?.id,
      endpoint: "https://resize-images.functions.example.com",
      status: "INACTIVE",
      buildStatus: "success",
      buildMessage: "built",
      deployStatus: { total: 1, ready: 1 },
      createdAt: before.functions[0]?.created_at,
    });
    expect(await stack.up(undefined, { refresh: true })).toMatch(/ 1 unchanged/);
    await stack.destroy();
    expect(stack.changes()).toEqual([]);
    expect(stack.emulator.state()).toEqual(before);
  },
);

engineTest("get: an ID that does not exist or is malformed is an error", {}, async (stack) => {
  const rows = {
    [idOf()]: `reading function: the platform has no function with the ID ${idOf()}`,
    "12/images/resize":
      '"12/images/resize" is not the ID of a function; the form is <project>/<region>/<namespace>/<name>',
  };
  stack.program = () => {
    for (const [index, id] of Object.keys(rows).entries()) {
      CloudFunction.get(`resize-${index}`, id);
    }
  };
  const failure = await stack.upWithFailures();
  for (const problem of Object.values(rows)) {
    expect(failure).toContain(problem);
  }
  expect(await stack.resources()).toEqual([]);
  expect(stack.requests().map(({ path }) => path)).toEqual([pathOf()]);
});
