import fc from "fast-check";
import type { JsonObject } from "../../../provider/values/json";
import { goodAnswers, inTurn } from "./answers";
import { expectToTravel, outcomeOf, sentByHost } from "./expectations";
import { HostilePlatform, json } from "./platform";
import { expectOwnPaths } from "./paths";
import { fullArgs, literalOf, providerOf, resources, type Resource } from "./providers";
import { statesOf } from "./states";
import { anyObject, anyText, mutated, oddIds } from "./values";
import { tries } from "../tries";

/** Any state with an ID: a real one with a few changes, or one that no version has written. */
function anyState(resource: Resource): fc.Arbitrary<{ id: string; olds: JsonObject }> {
  const kept = statesOf(resource);
  return fc.constantFrom(...kept).chain(({ id, outputs }) =>
    fc.record({
      id: fc.oneof({ arbitrary: fc.constant(id), weight: 4 }, fc.constantFrom(...oddIds), anyText),
      olds: fc
        .oneof({ arbitrary: mutated(outputs), weight: 4 }, anyObject(Object.keys(outputs)))
        .map((olds) => sentByHost({ ...olds, ...literalOf(resource) })),
    }),
  );
}

const operations = ["diff", "read", "update", "delete"] as const;

describe.each(resources)("any old state of %s", (resource) => {
  it.each(operations)("gives a state or an ordinary error in %s, and requests no other paths", async (verb) => {
    const platform = await HostilePlatform.start();
    const provider = await providerOf(resource, platform);
    const { inputs } = await provider.check({}, { ...literalOf(resource), ...fullArgs[resource] });
    const news = { ...inputs, ...literalOf(resource) };
    const answers = [json(200, goodAnswers[resource]), json(200, { tasks: ["t-1"], state: "FINISHED" })];
    await fc.assert(
      fc.asyncProperty(anyState(resource), async ({ id, olds }) => {
        platform.begin(inTurn(answers));
        const operation = {
          diff: () => provider.diff(id, olds, news),
          read: () => provider.read(id, olds),
          update: () => provider.update(id, olds, news),
          delete: () => provider.delete(id, olds),
        }[verb];
        const { outs, props, inputs: found } = await outcomeOf(operation());
        [outs, props, found].filter((values) => values !== undefined).forEach(expectToTravel);
        expectOwnPaths(platform.requests(), resource, id);
      }),
      tries(150),
    );
  });
});
