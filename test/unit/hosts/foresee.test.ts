import { startEmulator, type Emulator } from "edgecloud-emulator";
import { originKey, secretPathsKey } from "../../../provider/core/hidden-properties";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { Secret } from "../../../provider/hosts/plugin/envelopes";
import { PluginResource } from "../../../provider/hosts/plugin/plugin-resource";
import type { HostContext } from "../../../provider/hosts/resource-service";
import { HostSettings } from "../../../provider/hosts/settings";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { silentDisplay } from "../core/jobs";
import { literal } from "./things";

const name = "tests-hidden-group";
const origin = { urn: "urn:pulumi:dev::test::some:Group::assets", isPreview: true };

type Host = (surroundings: HostContext, get: (key: string) => string | undefined) => Promise<unknown>;

const hosts: [string, Host][] = [
  [
    "the dynamic provider",
    async (surroundings, get) => {
      const adapter = new DynamicProvider(originGroup, surroundings);
      await adapter.configure({ config: { get, require: () => "" } });
      const sources = { "a.example.com": {} };
      return adapter.check({}, { ...literal, name, sources, [originKey]: origin, [secretPathsKey]: [["name"]] });
    },
  ],
  [
    "the plugin",
    (surroundings, get) => {
      const settings = new HostSettings({});
      settings.configure(get);
      const news = { name: new Secret(name), sources: [{ source: "a.example.com" }] };
      return new PluginResource(originGroup, settings).warnOfObstacle(news, { ...surroundings, runContext: origin });
    },
  ],
];

describe("a preview says what will keep a group from being created", () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
    emulator.replaceState({ originGroups: [{ id: 1001, name, sources: [{ source: "a.example.com" }] }] });
  });

  afterAll(() => emulator.close());

  it.each(hosts)("without secret names: %s", async (_, preview) => {
    const noticed: string[] = [];
    const config: Record<string, string> = { "edgecloud:apiKey": "demo-key", "edgecloud:baseUrl": emulator.url };
    await preview({ notify: (text) => void noticed.push(text), waits: silentDisplay() }, (key) => config[key]);
    expect(noticed).toEqual([expect.stringMatching(/^origin group "\[secret\]": `pulumi up` will fail/)]);
    expect(noticed.join()).not.toContain(name);
  });
});
