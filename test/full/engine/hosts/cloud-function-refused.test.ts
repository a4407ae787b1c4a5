import { expectConverged } from "../../../engine/setup/expectations";
import { declareFunctions, idOf } from "../../../engine/setup/functions";
import { changesOf } from "../../../engine/setup/named-functions";
import { diffOf } from "../../../engine/setup/previews";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

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
