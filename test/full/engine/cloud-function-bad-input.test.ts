import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectProblems } from "../../engine/setup/expectations";
import { engineTest, failureText } from "../../engine/setup/test-stack";

/**
 * Arguments that a JavaScript program, or one with casts, can pass, and every problem that the preview must report. The
 * unit test of `check.ts` has all rules.
 */
const rows: Record<string, { args: object; problems: string[] }> = {
  many: {
    args: {
      projectId: 0,
      regionId: "seven",
      namespace: "Images",
      name: "r",
      code: "",
      mainMethod: "m".repeat(101),
      runtime: 16,
      flavor: null,
      timeout: 1806,
      autoscaling: { minInstances: 51, maxInstances: 1.5, instances: 3 },
      dependencies: 1,
      description: "d".repeat(256),
      enableApiKey: "yes",
      envs: { "9A": "digit in front", "a-b": "dash", LONG: "v".repeat(256), LIST: ["a"] },
      disabled: 0,
      taskTimeoutSeconds: -1,
      timout: 30,
    },
    problems: [
      "projectId must be at least 1",
      "regionId must be a number, not a string",
      "namespace must be 2 to 26 lowercase letters, digits and dashes",
      "name must be 2 to 26 lowercase letters",
      "code must not be empty",
      "mainMethod must have at most 100 characters",
      "runtime must be a string, not a number",
      "flavor must be a string, not null",
      "timeout must be at most 1805",
      "autoscaling.minInstances must be at most 50",
      "autoscaling.maxInstances must be a whole number",
      "autoscaling.instances is not a property",
      "autoscaling.minInstances must not be above maxInstances: 51 is above 1.5",
      "dependencies must be a string, not a number",
      "description must have at most 255 characters",
      "enableApiKey must be a boolean, not a string",
      'envs["9A"] must have a name of 1 to 255 Latin letters',
      'envs["a-b"] must have a name of 1 to 255 Latin letters',
      "envs.LONG must have at most 255 characters",
      "envs.LIST must be a string, not an array",
      "disabled must be a boolean, not a number",
      "taskTimeoutSeconds must be at least 0",
      'timout is not a property (did you mean "timeout"?); remove it',
    ],
  },
  empty: {
    args: {},
    problems: [
      "projectId is required: give it here, or for the whole connection",
      "regionId is required: give it here",
      "namespace is required",
      "name is required",
      "code is required: give code or codePath",
      "mainMethod is required",
      "runtime is required",
      "flavor is required",
      "timeout is required",
    ],
  },
};

engineTest("bad input: preview and up report every problem, and nothing is created", {}, async (stack) => {
  for (const [row, { args, problems }] of Object.entries(rows)) {
    stack.program = () => new CloudFunction("resize", args as CloudFunctionArgs);
    for (const operation of row === "many" ? (["preview", "up"] as const) : (["preview"] as const)) {
      expectProblems(await failureText(stack[operation]()), problems);
    }
  }
  expect(stack.requests()).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});
