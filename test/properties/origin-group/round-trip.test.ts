import { isDeepStrictEqual } from "node:util";
import { startEmulator, type Emulator } from "edgecloud-emulator";
import fc from "fast-check";
import { connect } from "../../../provider/api/connection";
import { loadConfig } from "../../../provider/config/config";
import type { JsonObject } from "../../../provider/values/json";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { withContext } from "../../unit/core/with-context";
import type { OriginGroupInputs } from "../../../provider/resources/origin-group/schema";
import { argsOfGroup } from "./any-group";
import { tries } from "../tries";

const words = { cloudSignatureV4: "theirSignature", cloudvendor: "theirStorage", edgeapp: "theirApp" };

describe.each([
  ["the contract's words", {}],
  ["a platform's own words", words],
])("with %s", (_, dialect) => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator({ dialect });
  });

  afterAll(() => emulator.close());

  test("any group is read as it was created and replaced, and no difference is left", async () => {
    const settings: Record<string, string> = {
      "edgecloud:apiKey": "demo-key",
      "edgecloud:baseUrl": emulator.url,
      "edgecloud:dialect": JSON.stringify(dialect),
      "edgecloud:maxRetries": "0",
    };
    const connection = connect(loadConfig((key) => settings[key], {}));
    const handler = withContext(originGroup.createHandler(() => connection));
    const checked = (args: JsonObject) => {
      const { inputs, failures } = handler.check(args);
      expect(failures).toEqual([]);
      return inputs;
    };

    await fc.assert(
      fc.asyncProperty(argsOfGroup, argsOfGroup, async (first, second) => {
        const created = checked(first);
        const { id, state } = await handler.create(created);
        try {
          expect(handler.diff(id, state, created).changes).toBe(false);
          expect(await handler.read(id, state)).toEqual({ inputs: created, state });

          const wanted = checked(second);
          const updated = await handler.update(id, state, wanted);
          expect(handler.diff(id, updated, wanted).changes).toBe(false);
          expect(await handler.read(id, updated)).toEqual({ inputs: wanted, state: updated });
          expect(storedCredentials(emulator)).toEqual(credentialsOf(wanted));
          expect(handler.diff(id, state, wanted).changes).toBe(!isDeepStrictEqual(created, wanted));
        } finally {
          await handler.delete(id, state);
        }
        expect(emulator.state().originGroups).toEqual([]);
      }),
      tries(40),
    );
  }, 60_000);
});

function credentialsOf({ auth, sources = [] }: OriginGroupInputs) {
  const buckets = [auth, ...sources.map(({ config }) => config)].filter(
    (bucket) => bucket?.s3AccessKeyId !== undefined,
  );
  return buckets.map((bucket) => [bucket?.s3AccessKeyId, bucket?.s3SecretAccessKey]);
}

/** Unmasked, as no answer shows them. */
function storedCredentials(emulator: Emulator) {
  const groups = emulator.state().originGroups;
  const configs = groups.flatMap(({ auth, sources }) => [
    auth,
    ...sources.map((it) => ("config" in it ? it.config : null)),
  ]);
  return configs.flatMap((it) =>
    it && "s3_access_key_id" in it ? [[it.s3_access_key_id, it.s3_secret_access_key]] : [],
  );
}
