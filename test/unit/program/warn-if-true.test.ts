import * as pulumi from "@pulumi/pulumi";
import { warnIfTrue } from "../../../provider/program/inputs";

const warnings: unknown[][] = [];

beforeEach(() => {
  warnings.length = 0;
  jest.spyOn(pulumi.log, "warn").mockImplementation((...args) => {
    warnings.push(args);
    return Promise.resolve();
  });
});

afterEach(() => jest.restoreAllMocks());

/** Long enough for an output that is known to be applied. */
const applied = (value: unknown) => (pulumi.Output.isInstance(value) ? promiseOf(value) : Promise.resolve(value));

it.each([
  ["true", true],
  ["a promise", Promise.resolve(true)],
  ["an output", pulumi.output(true)],
  ["a secret output", pulumi.secret(true)],
])("warns of %s, once, and not at the resource", async (_, value) => {
  warnIfTrue("resize", "enableApiKey", value, "nobody can use it");
  await applied(value);
  await new Promise(setImmediate);
  expect(warnings).toEqual([["resize: enableApiKey: nobody can use it."]]);
});

it.each([
  ["false", false],
  ["nothing", undefined],
  ["null", null],
  ["a text", "true"],
  ["a number", 1],
  ["an output of false", pulumi.output(false)],
])("does not warn of %s", async (_, value) => {
  warnIfTrue("resize", "enableApiKey", value, "nobody can use it");
  await applied(value);
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

function promiseOf(value: unknown): Promise<unknown> {
  return (value as { promise(): Promise<unknown> }).promise();
}
