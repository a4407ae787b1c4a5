import fc from "fast-check";
import type { FunctionAnswer } from "../../../provider/api/calls/functions";
import type { JsonObject } from "../../../provider/values/json";
import { withContext } from "../../unit/core/with-context";
import { argsOfFunction } from "./any-function";
import { tries } from "../tries";
import { cloudFunction, functionKind } from "../../../provider/resources/cloud-function/handler";

const handler = withContext(
  cloudFunction.createHandler(() => {
    throw new Error("not needed");
  }),
);

function checked(args: JsonObject) {
  const { inputs, failures } = functionKind.check(args, {});
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
      const made = afterCreate(functionKind.toCreateBody(inputs));
      const disabling = functionKind.buildPatch(made, functionKind.pickDeclared(inputs));
      expect(disabling).toEqual(inputs.disabled ? { disabled: true } : undefined);
      expect(functionKind.findDifferences(made, inputs)).toEqual([]);

      const answer = afterPatch(made, disabling);
      const state = functionKind.toState(functionKind.ids.parse(functionKind.ids.format(inputs)), answer, inputs);
      expect(functionKind.toInputs(state)).toEqual(inputs);
      expect(handler.diff(functionKind.ids.format(inputs), state, inputs)).toEqual({ changes: false });
      expect(
        functionKind.buildPatch(answer, functionKind.pickDeclared(inputs), functionKind.pickDeclared(inputs)),
      ).toBeUndefined();
      expect(checked({ ...functionKind.toInputs(state) })).toEqual(inputs);
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
        afterCreate(functionKind.toCreateBody(old)),
        functionKind.buildPatch(afterCreate(functionKind.toCreateBody(old)), functionKind.pickDeclared(old)),
      );

      const patched = afterPatch(
        there,
        functionKind.buildPatch(there, functionKind.pickDeclared(wanted), functionKind.pickDeclared(old)),
      );
      expect(
        functionKind.buildPatch(patched, functionKind.pickDeclared(wanted), functionKind.pickDeclared(old)),
      ).toBeUndefined();
      const state = functionKind.toState(functionKind.ids.parse(functionKind.ids.format(old)), patched, wanted);
      expect(functionKind.toInputs(state)).toEqual(wanted);
      expect(handler.diff(functionKind.ids.format(old), state, wanted).changes).toBe(false);
      const limits = patched.autoscaling as Record<string, number>;
      expect(Object.keys(limits).sort()).toEqual(["max_instances", "min_instances"]);
    }),
    tries(150),
  );
});
