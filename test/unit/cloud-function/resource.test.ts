import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { JsonObject } from "../../../provider/values/json";
import type { CloudFunctionArgs } from "../../../provider/resources/cloud-function/args";
import { CloudFunction } from "../../../provider/resources/cloud-function/resource";
import { args, id, optional, computedOutputs } from "./functions";

interface Registered {
  type: string;
  inputs: JsonObject;
  id?: string;
}

const registered: Registered[] = [];
const warnings: string[] = [];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "cloud-function-"));
  writeFileSync(path.join(folder, "resize.go"), "package resize\n");
  await pulumi.runtime.setMocks({
    newResource: ({ type, inputs, id: given }) => {
      registered.push({ type, inputs: inputs as JsonObject, id: given });
      return { id: given || id, state: { ...(inputs as JsonObject), ...computedOutputs } };
    },
    call: () => ({}),
  });
});

beforeEach(() => {
  registered.length = 0;
  warnings.length = 0;
  jest.spyOn(pulumi.log, "warn").mockImplementation((text) => {
    warnings.push(text);
    return Promise.resolve();
  });
});

afterEach(() => jest.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

const argsOf = (change: JsonObject = {}) => args(change) as unknown as CloudFunctionArgs;

/** What is registered with the engine for a resource of the program. */
async function registration(resource: CloudFunction): Promise<Registered> {
  await promiseOf(resource.urn);
  const [first] = registered;
  return first ?? { type: "none", inputs: {} };
}

const literal = { __provider: 'exports.handler = () => require("pulumi-edgecloud/host").CloudFunction' };
const urn = "urn:pulumi:stack::project::pulumi-nodejs:dynamic/edgecloud:CloudFunction::resize";
const origin = { __origin: { urn, isPreview: false } };

it("registers its arguments and the constant text of its provider", async () => {
  const { type, inputs } = await registration(new CloudFunction("resize", argsOf(optional)));
  expect(type).toBe("pulumi-nodejs:dynamic/edgecloud:CloudFunction");
  expect(inputs).toEqual({ ...args(optional), ...literal, ...origin });
});

it("registers the code in place of the path of its file", async () => {
  const codePath = path.join(folder, "resize.go");
  const { inputs } = await registration(new CloudFunction("resize", argsOf({ code: undefined, codePath })));
  expect(inputs).toEqual({ ...args(), code: "package resize\n", ...literal, ...origin });
});

it("is read by its ID", async () => {
  const found = await registration(CloudFunction.get("resize", id));
  expect(found).toMatchObject({ type: "pulumi-nodejs:dynamic/edgecloud:CloudFunction", id });
  expect(found.inputs).toEqual(literal);
});

it("warns of enableApiKey", async () => {
  await registration(new CloudFunction("resize", argsOf({ enableApiKey: true })));
  expect(warnings).toEqual([expect.stringMatching(/^resize: enableApiKey: the platform has disabled API keys/)]);
});

function promiseOf(value: unknown): Promise<unknown> {
  return (value as { promise(): Promise<unknown> }).promise();
}
