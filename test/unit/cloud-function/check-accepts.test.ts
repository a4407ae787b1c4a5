import type { JsonObject } from "../../../provider/values/json";
import { Unknown } from "../../../provider/core/unknown";
import { checkCloudFunction } from "../../../provider/resources/cloud-function/check";
import { CloudFunctionHandler } from "../../../provider/resources/cloud-function/handler";
import type { Connection } from "../../../provider/api/connection";
import { ConfigError } from "../../../provider/config/config";
import { args, optional, ref } from "./functions";

const ruler = "📏";
const failuresOf = (change: JsonObject) => checkCloudFunction(args(change), {}).failures;

describe("check accepts", () => {
  it.each<[string, JsonObject]>([
    ["only what is required", {}],
    ["everything", optional],
    ...["ab", "a0", "a-b", "a".repeat(26), "z--9"].flatMap((label): [string, JsonObject][] => [
      [`name ${label}`, { name: label }],
      [`namespace ${label}`, { namespace: label }],
    ]),
    ["code of one character", { code: "x" }],
    ["code of 100000 characters", { code: "x".repeat(100_000) }],
    ["code of 100000 code points", { code: ruler.repeat(100_000) }],
    ["mainMethod of one character", { mainMethod: "m" }],
    ["mainMethod of 100 code points", { mainMethod: ruler.repeat(100) }],
    ["any runtime and flavor", { runtime: "python3.99", flavor: "8000mCPU-1TB" }],
    ["timeout 0", { timeout: 0 }],
    ["timeout 1805", { timeout: 1805 }],
    ["no limits of instances", { autoscaling: {} }],
    ["limits of 0", { autoscaling: { minInstances: 0, maxInstances: 0 } }],
    ["limits of 50", { autoscaling: { minInstances: 50, maxInstances: 50 } }],
    ["the lower limit alone", { autoscaling: { minInstances: 50 } }],
    ["the upper limit alone", { autoscaling: { maxInstances: 0 } }],
    ["dependencies: empty", { dependencies: "" }],
    ["dependencies of 100000 code points", { dependencies: ruler.repeat(100_000) }],
    ["description: empty", { description: "" }],
    ["description of 255 code points", { description: ruler.repeat(255) }],
    ["no environment variables", { envs: {} }],
    ["a value that is empty", { envs: { A: "" } }],
    ["a value of 255 code points", { envs: { A: ruler.repeat(255) } }],
    ["names of variables", { envs: { a: "", _: "", _1: "", aB_9: "", ["K".repeat(255)]: "" } }],
    ["names that every object has", { envs: { constructor: "x", toString: "x", prototype: "x" } }],
    ["enableApiKey", { enableApiKey: true }],
    ["disabled", { disabled: false }],
    ["no time to wait", { taskTimeoutSeconds: 0 }],
    ["adopt: false", { adopt: false }],
    ["adopt, and onDestroy: delete", { adopt: true, onDestroy: "delete" }],
    ["onDestroy: retain", { onDestroy: "retain" }],
    ["a very long time to wait", { taskTimeoutSeconds: 86_400 }],
  ])("%s", (_, change) => {
    expect(failuresOf(change)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ...Object.keys(args(optional)).map((key): [string, JsonObject] => [key, { [key]: new Unknown() }]),
    ["taskTimeoutSeconds", { taskTimeoutSeconds: new Unknown() }],
    ["adopt", { adopt: new Unknown() }],
    ["onDestroy", { onDestroy: new Unknown() }],
    ["a limit of instances", { autoscaling: { minInstances: new Unknown(), maxInstances: 0 } }],
    ["the value of a variable", { envs: { A: new Unknown(), B: "b" } }],
    ["everything", Object.fromEntries(Object.keys(args(optional)).map((key) => [key, new Unknown()]))],
  ])("an unknown value: %s", (_, change) => {
    expect(failuresOf({ ...optional, ...change })).toEqual([]);
  });

  it("unknown values, and leaves them unchanged", () => {
    const later = new Unknown();
    const { inputs } = checkCloudFunction(args({ code: later, envs: { A: later } }), {});
    expect(inputs.code).toBe(later);
    expect(inputs.envs?.A).toBe(later);
  });
});

describe("project and region", () => {
  const none = { projectId: undefined, regionId: undefined };

  it("come from the configuration if they are not given", () => {
    const { inputs, failures } = checkCloudFunction(args(none), { projectId: 1, regionId: 2 });
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject({ projectId: 1, regionId: 2 });
  });

  it("come from the arguments if both are given", () => {
    const { inputs } = checkCloudFunction(args(), { projectId: 1, regionId: 2 });
    expect(inputs).toMatchObject({ projectId: ref.projectId, regionId: ref.regionId });
  });

  it("must come from one of them", () => {
    const { failures } = checkCloudFunction(args(none), { regionId: 2 });
    expect(failures).toEqual([
      {
        property: "projectId",
        reason:
          "is required: give it here, or for the whole connection with `pulumi config set edgecloud:projectId <value>`, " +
          "the environment variable EDGECLOUD_PROJECT_ID or the Provider's projectId",
        isMissing: true,
      },
    ]);
    expect(checkCloudFunction(args(none), {}).failures.map(({ property }) => property)).toEqual([
      "projectId",
      "regionId",
    ]);
  });

  const handlerWith = (connect: () => Connection) => new CloudFunctionHandler(connect);

  it("come from the connection of the handler", () => {
    const { inputs } = handlerWith(() => ({ scope: { projectId: 1, regionId: 2 } }) as Connection).check(args(none));
    expect(inputs).toMatchObject({ projectId: 1, regionId: 2 });
  });

  it("are not required if the configuration is invalid, which is reported elsewhere", () => {
    const unusable = handlerWith(() => {
      throw new ConfigError([{ key: "edgecloud:apiKey", problem: "is not set" }]);
    });
    expect(unusable.check(args(none)).failures).toEqual([]);
    const faulty = handlerWith(() => {
      throw new TypeError("oops");
    });
    expect(() => faulty.check(args())).toThrow("oops");
  });
});
