import fc from "fast-check";
import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { declaredIn } from "../../../provider/resources/cloud-function/normalize";
import { checkCloudFunction } from "../../../provider/resources/cloud-function/check";
import { differences, patchTo } from "../../../provider/resources/cloud-function/delta";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { functionIdOf, functionRefOf } from "../../../provider/model/resource-ids";
import { createBody, inputsOf, stateOf } from "../../../provider/resources/cloud-function/wire";
import { withContext } from "../core/with-context";
import { argsOfFunction } from "./any-function";

const handler = withContext(
  cloudFunction.handler(() => {
    throw new Error("not needed");
  }),
);

function checked(args: JsonObject) {
  const { inputs, failures } = checkCloudFunction(args, {});
  expect(failures).toEqual([]);
  return inputs;
}

/** A minimal platform: it stores what it is sent, and sets limits of its own where none are sent. */
function afterCreate(body: object): FunctionAnswer {
  const { autoscaling, ...sent } = overTheWire(body) as FunctionAnswer;
  const limits = { min_instances: 0, max_instances: 3, ...autoscaling };
  return { id: "f-1", disabled: false, status: "active", ...sent, autoscaling: limits };
}

/** A map that is sent replaces the one before, like every field. */
const afterPatch = (before: FunctionAnswer, body?: object): FunctionAnswer => ({
  ...before,
  ...(body && (overTheWire(body) as FunctionAnswer)),
});

const overTheWire = (body: object): unknown => JSON.parse(JSON.stringify(body));

test("any function is read as it was created, without differences", () => {
  fc.assert(
    fc.property(argsOfFunction, (args) => {
      const inputs = checked(args);
      const made = afterCreate(createBody(inputs));
      const disabling = patchTo(made, declaredIn(inputs));
      expect(disabling).toEqual(inputs.disabled ? { disabled: true } : undefined);
      expect(differences(made, inputs)).toEqual([]);

      const answer = afterPatch(made, disabling);
      const state = stateOf(functionRefOf(functionIdOf(inputs)), answer, inputs);
      expect(inputsOf(state)).toEqual(inputs);
      expect(handler.diff(functionIdOf(inputs), state, inputs)).toEqual({ changes: false });
      expect(patchTo(answer, declaredIn(inputs), declaredIn(inputs))).toBeUndefined();
      expect(checked({ ...inputsOf(state) })).toEqual(inputs);
    }),
    { numRuns: 500 },
  );
});

test("one update turns any function into any other, without differences left", () => {
  fc.assert(
    fc.property(argsOfFunction, argsOfFunction, (first, second) => {
      const old = checked(first);
      const wanted = checked({ ...second, namespace: first.namespace, name: first.name, runtime: first.runtime });
      const there = afterPatch(afterCreate(createBody(old)), patchTo(afterCreate(createBody(old)), declaredIn(old)));

      const patched = afterPatch(there, patchTo(there, declaredIn(wanted), declaredIn(old)));
      expect(patchTo(patched, declaredIn(wanted), declaredIn(old))).toBeUndefined();
      const state = stateOf(functionRefOf(functionIdOf(old)), patched, wanted);
      expect(inputsOf(state)).toEqual(wanted);
      expect(handler.diff(functionIdOf(old), state, wanted).changes).toBe(false);
      const limits = patched.autoscaling as Record<string, number>;
      expect(Object.keys(limits).sort()).toEqual(["max_instances", "min_instances"]);
    }),
    { numRuns: 500 },
  );
});

test("any ID is read as it was written", () => {
  fc.assert(
    fc.property(argsOfFunction, (args) => {
      const { projectId, regionId, namespace, name } = checked(args);
      expect(functionRefOf(functionIdOf(checked(args)))).toEqual({ projectId, regionId, namespace, name });
    }),
  );
});
