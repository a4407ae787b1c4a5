import type { JsonObject } from "../../../provider/values/json";
import { goodAnswers } from "./answers";
import { outcomeOf } from "./expectations";
import { expectOwnPaths } from "./paths";
import { HostilePlatform, json } from "./platform";
import { fullArgs, literalOf, providerOf, resources, type Resource } from "./providers";
import { statesOf } from "./states";
import { oddIds } from "./values";
import { handBack } from "../../unit/hosts/things";

const ids = [...oddIds, "x".repeat(100_000)];

/** IDs of a resource with the odd text in each of their segments. */
const placesOf: Record<Resource, (odd: string) => string[]> = {
  OriginGroup: (odd) => [odd],
  SnapshotAttributes: (odd) => [odd, `12/7/${odd}`, `${odd}/7/x`, `12/${odd}/x`],
  CloudFunction: (odd) => [odd, `12/7/images/${odd}`, `12/7/${odd}/resize`, `12/${odd}/images/resize`],
  FunctionNamespace: (odd) => [odd, `12/7/${odd}`, `12/${odd}/images`],
};

describe("no ID leads to the path of another object", () => {
  it.each(resources)("of %s", async (resource) => {
    const platform = await HostilePlatform.start();
    const provider = await providerOf(resource, platform);
    const { outputs = {} } = statesOf(resource)[0] ?? {};
    const literal = literalOf(resource);
    const olds = { ...outputs, ...literal, operation: null };
    const onDestroy = resource === "SnapshotAttributes" ? "restore" : "delete";
    for (const id of ids.flatMap(placesOf[resource])) {
      platform.begin(() => json(200, goodAnswers[resource]));
      await outcomeOf(provider.read(id, literal));
      await outcomeOf(provider.read(id, olds));
      await outcomeOf(provider.update(id, olds, { ...literal, ...fullArgs[resource] }));
      await outcomeOf(provider.delete(id, { ...olds, onDestroy }));
      expectOwnPaths(platform.requests(), resource, id);
    }
  });

  it("of a task from an answer or a state", async () => {
    const platform = await HostilePlatform.start();
    const provider = await providerOf("CloudFunction", platform);
    const literal = literalOf("CloudFunction");
    const news: JsonObject = { ...literal, ...fullArgs.CloudFunction };
    for (const odd of ids) {
      const answerTo = (method = "", url = "") => {
        const isTask = url.includes("/tasks/");
        return isTask ? { state: "FINISHED" } : method === "GET" ? goodAnswers.CloudFunction : { tasks: [odd] };
      };
      platform.begin(({ method, url }) => json(200, answerTo(method, url)));
      const { properties, outs = properties } = await outcomeOf(provider.create(news));
      const olds = { ...news, functionId: "7", operation: { kind: "update", tasks: [odd] } };
      for (const state of [olds, { ...handBack(outs ?? {}), ...literal }]) {
        await outcomeOf(provider.read("12/7/images/resize", state));
        await outcomeOf(provider.update("12/7/images/resize", state, news));
        await outcomeOf(provider.delete("12/7/images/resize", state));
      }
      expectOwnPaths(platform.requests(), "CloudFunction");
      const asked = platform.requests().flatMap(({ url = "" }) => url.split("/tasks/").slice(1));
      expect([odd, ...asked.map(decodeURIComponent)]).toEqual(Array.from({ length: asked.length + 1 }, () => odd));
    }
  });
});
