import fc from "fast-check";
import type { JsonObject } from "../../../provider/values/json";

const label = fc.stringMatching(/^[a-z][-a-z0-9]{0,24}[a-z0-9]$/);
const text = (minLength: number, maxLength: number) => fc.string({ unit: "grapheme-composite", minLength, maxLength });
const envName = fc.oneof(
  fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,12}$/),
  fc.constantFrom("constructor", "prototype", "toString", "my_key", "myKey"),
);

const limits = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })).chain(([a, b]) => {
  const both = { minInstances: Math.min(a, b), maxInstances: Math.max(a, b) };
  return fc.constantFrom<JsonObject>({}, both, { minInstances: a }, { maxInstances: b });
});

const required = {
  namespace: label,
  name: label,
  code: text(1, 40),
  mainMethod: text(1, 20).filter((value) => value !== "" && value.trim() === value),
  runtime: fc.constantFrom("go1.16.6", "python3.9"),
  flavor: fc.constantFrom("80mCPU-128MB", "160mCPU-256MB"),
  timeout: fc.integer({ min: 0, max: 1805 }),
};

const optional = {
  autoscaling: limits,
  dependencies: text(0, 20),
  description: text(0, 20),
  enableApiKey: fc.boolean(),
  envs: fc.dictionary(envName, text(0, 20), { maxKeys: 4, noNullPrototype: true }),
  disabled: fc.boolean(),
  onDestroy: fc.constantFrom("delete", "retain"),
  taskTimeoutSeconds: fc.integer({ min: 0, max: 9999 }),
};

/** Any valid arguments of a function in one project and region. */
export const argsOfFunction: fc.Arbitrary<JsonObject> = fc
  .record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as (keyof typeof required)[] })
  .map((fields) => ({ projectId: 12, regionId: 7, ...fields }));
