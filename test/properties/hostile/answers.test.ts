import fc from "fast-check";
import type { JsonObject } from "../../../provider/values/json";
import { anyAnswer, inTurn } from "./answers";
import { expectToTravel, outcomeOf } from "./expectations";
import { expectOwnPaths } from "./paths";
import { HostilePlatform } from "./platform";
import { fullArgs, literalOf, providerOf, resources, type Provider, type Resource } from "./providers";
import { statesOf } from "./states";
import { tries } from "../tries";
import { handBack } from "../../unit/hosts/things";

const adopting: Record<Resource, JsonObject> = {
  OriginGroup: {
    originGroupId: 1004,
    onDestroy: "restore",
    sources: [{ source: "new.example.com" }],
  },
  SnapshotAttributes: {},
  CloudFunction: { adopt: true },
  FunctionNamespace: { adopt: true },
};

/** Expects that every operation can continue from a state made of hostile answers. */
async function expectToBeUsable(provider: Provider, id: string, olds: JsonObject, news: JsonObject): Promise<void> {
  await outcomeOf(provider.diff(id, olds, news));
  const { inputs = news } = await outcomeOf(provider.read(id, olds));
  await outcomeOf(provider.diff(id, olds, { ...inputs, ...news }));
  await outcomeOf(provider.update(id, olds, news));
  await outcomeOf(provider.delete(id, olds));
}

describe.each(resources)("any answers to %s", (resource) => {
  it.each(["check", "create", "adopt", "get", "read", "update", "delete"] as const)(
    "lead to a state or an ordinary error in %s",
    async (verb) => {
      const platform = await HostilePlatform.start();
      const provider = await providerOf(resource, platform);
      const literal = literalOf(resource);
      const given = { ...literal, ...fullArgs[resource], ...(["check", "adopt"].includes(verb) && adopting[resource]) };
      const { inputs, failures } = await provider.check({ name: "old" }, given);
      expect(failures).toEqual([]);
      const news = { ...inputs, ...literal };
      const answers = fc.array(anyAnswer(resource), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...statesOf(resource)), answers, async ({ id: knownId, outputs }, turns) => {
          platform.begin(inTurn(turns));
          const olds = { ...outputs, ...literal };
          const operations = {
            check: () => provider.check({}, given),
            create: () => provider.create(news),
            adopt: () => provider.create(news),
            get: () => provider.read(knownId, literal),
            read: () => provider.read(knownId, olds),
            update: () => provider.update(knownId, olds, news),
            delete: () => provider.delete(knownId, olds),
          };
          const { id = knownId, ...outcome } = await outcomeOf(operations[verb]());
          const states = [outcome.outs, outcome.props, outcome.properties].flatMap((state) =>
            state ? [handBack(state)] : [],
          );
          [...states, outcome.inputs].filter((values) => values !== undefined).forEach(expectToTravel);
          for (const state of states) {
            await expectToBeUsable(provider, id, { ...state, ...literal }, news);
          }
          expectOwnPaths(platform.requests(), resource);
        }),
        tries(60),
      );
    },
  );
});
