import fc from "fast-check";
import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { pickDeclared } from "../../../provider/resources/cloud-function/schema";
import { checkCloudFunction } from "../../../provider/resources/cloud-function/check";
import { findDifferences, buildPatch } from "../../../provider/resources/cloud-function/delta";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";
import { ids, toCreateBody, toInputs, toState } from "../../../provider/resources/cloud-function/wire";
import { withContext } from "../../unit/core/with-context";
import { argsOfFunction } from "./any-function";
import { tries } from "../tries";

const handler = withContext(
  cloudFunction.createHandler(() => {
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
      const made = afterCreate(toCreateBody(inputs));
      const disabling = buildPatch(made, pickDeclared(inputs));
      expect(disabling).toEqual(inputs.disabled ? { disabled: true } : undefined);
      expect(findDifferences(made, inputs)).toEqual([]);

      const answer = afterPatch(made, disabling);
      const state = toState(ids.parse(ids.format(inputs)), answer, inputs);
      expect(toInputs(state)).toEqual(inputs);
      expect(handler.diff(ids.format(inputs), state, inputs)).toEqual({ changes: false });
      expect(buildPatch(answer, pickDeclared(inputs), pickDeclared(inputs))).toBeUndefined();
      expect(checked({ ...toInputs(state) })).toEqual(inputs);
    }),
    tries(150),
  );
});

test("one update turns any function into any other, without differences left", () => {
  fc.assert(
    fc.property(argsOfFunction, argsOfFunction, (first, second) => {
      const old = checked(first);
      const wanted = checked({ ...second, namespace: first.namespace, name: first.name, runtime: first.runtime });
      const there = afterPatch(
        afterCreate(toCreateBody(old)),
        buildPatch(afterCreate(toCreateBody(old)), pickDeclared(old)),
      );

      const patched = afterPatch(there, buildPatch(there, pickDeclared(wanted), pickDeclared(old)));
      expect(buildPatch(patched, pickDeclared(wanted), pickDeclared(old))).toBeUndefined();
      const state = toState(ids.parse(ids.format(old)), patched, wanted);
      expect(toInputs(state)).toEqual(wanted);
      expect(handler.diff(ids.format(old), state, wanted).changes).toBe(false);
      const limits = patched.autoscaling as Record<string, number>;
      expect(Object.keys(limits).sort()).toEqual(["max_instances", "min_instances"]);
    }),
    tries(150),
  );
});

test("any ID is read as it was written", () => {
  fc.assert(
    fc.property(argsOfFunction, (args) => {
      const { projectId, regionId, namespace, name } = checked(args);
      expect(ids.parse(ids.format(checked(args)))).toEqual({ projectId, regionId, namespace, name });
    }),
    tries(100),
  );
});
