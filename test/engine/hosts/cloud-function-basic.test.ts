import { CloudFunction } from "pulumi-edgecloud";
import { expectConverged } from "../setup/expectations";
import {
  bodiesByName,
  collection,
  declareFunctions,
  findFunction,
  idOf,
  pathOf,
  required,
  requiredBody,
} from "../setup/functions";
import { changesOf } from "../setup/named-functions";
import { diffOf } from "../setup/previews";
import { engineTest, failureText } from "../setup/test-stack";

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

engineTest(
  "basic: a refusal names the program's properties and leaves nothing in the state; project and region come from the " +
    "configuration, and changing them replaces the function",
  {
    seed: { cloud: { maxFunctionTimeout: 180, requiresAutoscaling: true } },
    config: { "edgecloud:projectId": { value: "12" }, "edgecloud:regionId": { value: "7" } },
  },
  async (stack) => {
    const autoscaling = { minInstances: 1 };
    const here = { projectId: undefined, regionId: undefined, autoscaling };
    const declared = declareFunctions({ resize: here, refused: { timeout: 600 } });
    stack.program = declared.program;
    const failure = await stack.upWithFailures();
    expect(failure).toContain('creating function "refused": ');
    expect(failure).toMatch(/timeout: It has to be from 0 to 180\./);
    expect(failure).toMatch(/autoscaling: /);
    expect(await stack.findResource("refused")).toBeUndefined();
    expect(await stack.resources()).toMatchObject([{ id: idOf(), outputs: { regionId: 7 } }]);

    await stack.configure({ "edgecloud:regionId": "8" });
    declared.all = { resize: here, refused: { autoscaling } };
    const preview = await stack.preview();
    expect(preview).toMatch(/1 to replace/);
    expect(diffOf(preview, "resize")).toBe("~ regionId: 7 => 8");
    await stack.up();
    expect((await stack.findResource("resize"))?.id).toBe("12/8/images/resize");
    const sent = stack.changes().filter((change) => !change.endsWith(" 400"));
    expect(sent.map((change) => change.split(" ")[0]).sort()).toEqual(["DELETE", "POST", "POST", "POST"]);

    await stack.configure({ "edgecloud:regionId": undefined });
    expect(await failureText(stack.preview())).toContain(
      "regionId is required: give it here, or for the whole connection with `pulumi config set edgecloud:regionId <value>`",
    );
    await stack.configure({ "edgecloud:regionId": "8" });

    declared.all = { resize: here, refused: { timeout: 600, autoscaling } };
    expect(await failureText(stack.up())).toMatch(/updating function "refused": timeout: It has to be from 0 to 180\./);
    expect(changesOf(stack, "refused")).toEqual(["POST 400", "POST 200", "PATCH 400"]);
    declared.all = { resize: here, refused: { autoscaling } };
    await expectConverged(stack);
  },
);
