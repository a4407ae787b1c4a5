import fc from "fast-check";
import type { JsonObject } from "../../../provider/json";
import { expectToBeShown, expectToTravel, sentByHost } from "./expectations";
import { HostilePlatform } from "./platform";
import { fullArgs, literalOf, providerOf, resources, type Resource } from "./providers";
import { anyObject, mutated, tries } from "./values";

/** Any arguments, from what fits but for one place to what nobody would write. */
function anyArgs(resource: Resource): fc.Arbitrary<JsonObject> {
  const base = fullArgs[resource];
  return fc.oneof({ arbitrary: mutated(base), weight: 3 }, { arbitrary: anyObject(Object.keys(base)), weight: 1 });
}

describe.each(resources)("any arguments of %s", (resource) => {
  it("are checked: there are inputs or failures, and nothing is thrown", async () => {
    const platform = await HostilePlatform.start();
    const provider = await providerOf(resource, platform);
    await fc.assert(
      fc.asyncProperty(anyArgs(resource), fc.boolean(), async (args, isNew) => {
        const news = sentByHost({ ...literalOf(resource), ...args });
        const { inputs, failures = [] } = await provider.check(isNew ? {} : { name: "old" }, news);
        for (const { property, reason } of failures) {
          expect(property).toBe("");
          expectToBeShown(reason);
        }
        if (failures.length > 0) {
          expect(inputs).toEqual(news);
        } else {
          expectToTravel(inputs);
        }
      }),
      tries(300),
    );
  });
});
