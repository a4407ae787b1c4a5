import * as pulumi from "@pulumi/pulumi";
import { getFunction, getFunctionOutput } from "../../../provider/data/cloud-function/function";
import { answer, computedOutputs } from "../cloud-function/functions";
import { factsOf } from "../program/runs";
import { messageOf, platformThatAnswers, platformWithout } from "./platform";

const ref = { namespace: "images", name: "resize" };
const token = "token-7d793037-of-an-env";

const full = answer({
  envs: { TOKEN: token, BUCKET: "thumbnails" },
  dependencies: "require example.com/image v1.2.0",
  build_message: `exported TOKEN=${token}`,
});

describe("getFunction", () => {
  it("has every field under the property names of the resource", async () => {
    const { received } = await platformThatAnswers(200, { ...full, later: 1 });
    const found = await getFunction(ref);
    expect(received.map(({ url }) => url)).toEqual(["/cloud/v1/faas/namespaces/1/2/images/functions/resize"]);
    expect({ ...found, adopted: false }).toEqual({
      ...computedOutputs,
      projectId: 1,
      regionId: 2,
      ...ref,
      code: full.code_text,
      mainMethod: "Resize",
      runtime: "go1.16.6",
      flavor: "80mCPU-128MB",
      timeout: 30,
      autoscaling: { minInstances: 0, maxInstances: 1 },
      dependencies: "require example.com/image v1.2.0",
      description: "",
      enableApiKey: false,
      envs: { TOKEN: token, BUCKET: "thumbnails" },
      disabled: false,
      buildMessage: "exported TOKEN=[secret]",
    });
  });

  it("has null for fields that the platform does not return", async () => {
    await platformThatAnswers(200, { name: "resize", autoscaling: { max_instances: 3 } });
    const { autoscaling, functionId, projectId, regionId, namespace, name, ...others } = await getFunction(ref);
    expect({ projectId, regionId, namespace, name, functionId }).toEqual({
      projectId: 1,
      regionId: 2,
      ...ref,
      functionId: "resize",
    });
    expect(autoscaling).toEqual({ minInstances: null, maxInstances: 3 });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(16);
  });

  it("fails if the function does not exist", async () => {
    await platformWithout({ exception_class: "NotFoundError", message: "gone" });
    expect(await messageOf(getFunction(ref))).toBe(
      'getFunction: function "resize" of namespace "images" of project 1, region 2 was not found: gone (404). Correct its ID or name, its project or region, or use a key of the account that has it',
    );
  });

  const label = "must be 2 to 26 lowercase letters, digits and dashes, begin with a letter and not end with a dash";
  it.each([
    [{}, "getFunction:\n  namespace is required\n  name is required"],
    [{ namespace: "Images", name: "resize" }, `getFunction: namespace ${label}`],
    [{ ...ref, name: "a" }, `getFunction: name ${label}`],
    [{ ...ref, functionId: "x" }, "getFunction: functionId is not a property; remove it"],
  ])("rejects %j", async (args, text) => {
    expect(await messageOf(getFunction(args as never))).toBe(text);
  });
});

describe("getFunctionOutput", () => {
  it("hides the code, the dependencies and each variable, and nothing else", async () => {
    await platformThatAnswers(200, full);
    const found = getFunctionOutput({ namespace: pulumi.output("images"), name: "resize" });
    const isSecret = async (output: pulumi.Output<unknown>) => (await factsOf(output)).isSecret;
    expect(await isSecret(found)).toBe(false);
    expect(await factsOf(found.code)).toEqual({ value: full.code_text, isKnown: true, isSecret: true });
    expect(await isSecret(found.dependencies)).toBe(true);
    expect(await factsOf(found.envs.apply((envs) => envs?.TOKEN))).toEqual({
      value: token,
      isKnown: true,
      isSecret: true,
    });
    expect(await factsOf(found.envs.apply((envs) => Object.keys(envs ?? {})))).toMatchObject({
      value: ["TOKEN", "BUCKET"],
      isSecret: false,
    });
    const open = [found.endpoint, found.flavor, found.buildMessage, found.functionId, found.description];
    expect(await Promise.all(open.map((output) => isSecret(output)))).toEqual(open.map(() => false));
  });

  it("has no variables if the platform returns none", async () => {
    await platformThatAnswers(200, { name: "resize" });
    expect(await factsOf(getFunctionOutput(ref).envs)).toMatchObject({ value: null, isSecret: false });
  });
});
