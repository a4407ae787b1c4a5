import { startEmulator, type Emulator } from "edgecloud-emulator";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import { HostSettings } from "../../../provider/hosts/settings";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { silentDisplay } from "../core/jobs";

const bucket = {
  s3Type: "other",
  s3BucketName: "media",
  s3StorageHostname: "s3.example.com",
  s3AuthType: "cloudSignatureV4",
};

/** A group as an import reads it: without credentials. */
const asRead = {
  name: "assets",
  useNext: false,
  proxyNextUpstream: ["error", "timeout"],
  sources: [{ originType: "s3", config: bucket, backup: false, enabled: true }],
};

let emulator: Emulator;

beforeAll(async () => (emulator = await startEmulator()));
afterAll(() => emulator.close());

async function check(olds: object, news: object): Promise<string[]> {
  const settings = new HostSettings({});
  const config: Record<string, string> = { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": emulator.url };
  settings.configure((key) => config[key]);
  const runContext = { urn: "urn:pulumi:dev::test::edgecloud:index:OriginGroup::assets", isPreview: true };
  const surroundings = { notify: () => undefined, waits: silentDisplay(), runContext };
  const { failures } = await new PluginResource(originGroup, settings).check(
    { ...olds },
    { ...news },
    surroundings,
    false,
  );
  return failures;
}

test("what an import has read is no failure yet", async () => {
  expect(await check(asRead, asRead)).toEqual([]);
});

test("credentials that ignoreChanges takes away are missing with what to do", async () => {
  expect(await check(asRead, { ...asRead, name: "other" })).toEqual(
    ["s3AccessKeyId", "s3SecretAccessKey"].map(
      (name) =>
        `sources[0].config.${name} is required. If the program gives it, \`ignoreChanges\` takes sources as the platform ` +
        "returns it, without credentials: remove sources from ignoreChanges",
    ),
  );
});

test.each([
  ["a new group", {}],
  ["another bucket", { ...asRead, sources: [] }],
])("credentials of %s are missing because the program does not give them", async (_, olds) => {
  const failures = await check(olds, { ...asRead, name: "other" });
  expect(failures).toEqual([
    "sources[0].config.s3AccessKeyId is required",
    "sources[0].config.s3SecretAccessKey is required",
  ]);
});
