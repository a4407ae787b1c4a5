import fc from "fast-check";
import type { JsonObject } from "../../../provider/values/json";
import { expectToBeShown, expectToTravel, sentByHost } from "./expectations";
import { HostilePlatform } from "./platform";
import { fullArgs, literalOf, providerOf, resources, type Resource } from "./providers";
import { anyObject, mutated } from "./values";
import { tries } from "../tries";

const secret = "a-secret-of-the-tests";
const bucket = { s3AccessKeyId: `${secret} 1`, s3SecretAccessKey: `${secret} 2` };

/** The full arguments with secrets everywhere, in right and wrong places. */
const withSecrets: Record<Resource, JsonObject> = {
  OriginGroup: {
    ...fullArgs.OriginGroup,
    sources: [
      { originType: "s3", config: { s3Type: "other", s3BucketName: "media", s3StorageHostname: "x", ...bucket } },
      { source: `user:${secret}@origin.example.com` },
    ],
    auth: { s3Type: "cloudvendor", s3BucketName: "media", ...bucket },
  },
  SnapshotAttributes: fullArgs.SnapshotAttributes,
  CloudFunction: {
    ...fullArgs.CloudFunction,
    envs: { TOKEN: secret, "1": [secret], LONG: secret.repeat(100) },
    dependencies: `https://user:${secret}@example.com/x.git`,
  },
  FunctionNamespace: { ...fullArgs.FunctionNamespace, envs: { TOKEN: secret, "1": [secret] } },
};

/** Any arguments: valid ones with one to three changes, or arbitrary ones. */
function anyArgs(resource: Resource): fc.Arbitrary<JsonObject> {
  const base = fullArgs[resource];
  return fc.oneof(
    { arbitrary: mutated(base), weight: 2 },
    { arbitrary: mutated(withSecrets[resource]), weight: 2 },
    { arbitrary: anyObject(Object.keys(base)), weight: 1 },
  );
}

describe.each(resources)("any arguments of %s", (resource) => {
  it("give inputs, or failures without a secret, and nothing is thrown", async () => {
    const provider = await providerOf(resource, await HostilePlatform.start());
    await fc.assert(
      fc.asyncProperty(anyArgs(resource), fc.boolean(), async (args, isNew) => {
        const news = sentByHost({ ...literalOf(resource), ...args });
        const { inputs, failures = [] } = await provider.check(isNew ? {} : { name: "old" }, news);
        expect(failures.map(({ property }) => property).join("")).toBe("");
        failures.forEach(({ reason }) => expectToBeShown(reason));
        expect(JSON.stringify(failures)).not.toContain(secret);
        if (failures.length === 0) {
          expectToTravel(inputs ?? {});
        }
      }),
      tries(200),
    );
  });
});
