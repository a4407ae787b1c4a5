import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { createFunctionSeed, idOf, required } from "../../../engine/setup/functions";
import { byHost } from "../../../engine/setup/host";
import { sectionOf } from "../../../engine/setup/previews";
import { findWords } from "../../../engine/setup/search";
import { cloudBucket } from "../../../engine/setup/sources";
import { engineTest } from "../../../engine/setup/test-stack";

/** What becomes secret; each text occurs nowhere else. */
const later = ["tests-hidden.example.com", "tests-host.example.com", "tests-description-4711", "tests-variable-4711"];
/** What is secret from the beginning. */
const always = ["http_503", "tests-code-4711", "tests-dependency-4711", "tests-read-variable-4711"];

const existing = createFunctionSeed({
  name: "existing",
  code_text: "const key = 'tests-code-4711';",
  dependencies: "tests-dependency-4711",
  envs: { TOKEN: "tests-read-variable-4711" },
});

// All else that may be secret, in each way to mark it: `test/engine/hosts/secrets.test.ts`.
engineTest(
  "secrets stay secret: values that become secret without a change, an entry of a set, a read function",
  { seed: { functions: [existing] } },
  async (stack) => {
    const program = (mark: (value: string) => pulumi.Input<string>) => () => {
      const [header, host, description, variable] = later.map(mark);
      const sources = [{ source: host! }, { ...cloudBucket("media"), hostHeaderOverride: header! }];
      const cases = [pulumi.secret("http_503" as const), "error" as const, "timeout" as const];
      new OriginGroup("group", { name: "group", sources, proxyNextUpstream: cases });
      new CloudFunction("resize", { ...required, description: description!, envs: { TOKEN: variable! } });
      return { code: CloudFunction.get("existing", idOf("existing")).code };
    };
    const expectHidden = async (title: string, text: string, words: string[]) => {
      const state = JSON.stringify(await stack.allResources());
      expect([title, findWords(words, { text, state })]).toEqual([title, []]);
    };
    stack.program = program((value) => value);
    await expectHidden("first up", await stack.up(), always);
    stack.emulator.clearRequests();
    stack.program = program((value) => pulumi.secret(value));
    const preview = await stack.preview();
    await expectHidden("preview", preview, always);
    const shown = sectionOf(preview, "group") + sectionOf(preview, "resize");
    expect(shown.includes("__secrets")).toBe(byHost({ dynamic: true, plugin: false }));
    const all = [...always, ...later];
    await expectHidden("up", await stack.up(), all);
    await expectHidden("refresh", await stack.refresh(), all);
    await expectConverged(stack);
    expect(stack.changes()).toEqual([]);
  },
);
