import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { EventRecorder } from "../../../engine/setup/events";
import { expectConverged } from "../../../engine/setup/expectations";
import { createFunctionSeed, idOf, pathOf, required } from "../../../engine/setup/functions";
import { byHost } from "../../../engine/setup/host";
import { findGroup } from "../../../engine/setup/platform";
import { sectionOf } from "../../../engine/setup/previews";
import { findWords } from "../../../engine/setup/search";
import { allCredentials, cloudBucket } from "../../../engine/setup/sources";
import { engineTest, type TestStack } from "../../../engine/setup/test-stack";

/** The secrets of one story; each text occurs nowhere else. */
const plant = (story: string) => ({
  header: `${story}-hidden.example.com`,
  host: `${story}-host.example.com`,
  description: `${story}-description-4711`,
  variable: `${story}-variable-4711`,
});

const [marked, lost] = [plant("marked"), plant("lost")];

/** What is secret from the beginning. The values of `marked` are so only later. */
const always = [
  ...[...Object.values(lost), ...allCredentials],
  ...["http_503", "tests-code-4711", "tests-dependency-4711", "tests-variable-4711"],
];

type Mark = (value: string) => pulumi.Input<string>;

/** Values that become secret. */
function declareMarked(mark: Mark): void {
  const { header, host, description, variable } = marked;
  const sources = [{ source: mark(host) }, { ...cloudBucket("media"), hostHeaderOverride: mark(header) }];
  new OriginGroup("marked", { name: "marked", sources });
  const envs = { TOKEN: mark(variable) };
  new CloudFunction("marked-resize", { ...required, name: "marked-resize", description: mark(description), envs });
}

/** Secrets that are added in an update without an answer. */
function declareLost(isAdded: boolean): void {
  const hidden = { source: "b.example.com", hostHeaderOverride: pulumi.secret(lost.header) };
  const renamed = { source: pulumi.secret(lost.host) };
  const sources = [{ source: "a.example.com" }, ...(isAdded ? [hidden, renamed, cloudBucket("media")] : [])];
  new OriginGroup("lost", { name: "lost", sources });
  const envs = { LEVEL: "info", ...(isAdded && { TOKEN: pulumi.secret(lost.variable) }) };
  const description = isAdded ? pulumi.secret(lost.description) : "first description";
  new CloudFunction("lost-resize", { ...required, name: "lost-resize", description, envs });
}

/** A secret entry of a set. */
function declareSet(): void {
  const cases = [pulumi.secret("http_503" as const), "error" as const, "timeout" as const];
  new OriginGroup("set", { name: "set", sources: [{ source: "a.example.com" }], proxyNextUpstream: cases });
}

const existing = createFunctionSeed({
  name: "existing",
  code_text: "const key = 'tests-code-4711';",
  dependencies: "tests-dependency-4711",
  envs: { TOKEN: "tests-variable-4711" },
});

/** Expects none of the words in that text, nor in the state as it lies on the disk. */
async function expectHidden(stack: TestStack, title: string, text: string, words: string[]): Promise<void> {
  const state = JSON.stringify(await stack.allResources());
  expect([title, findWords(words, { text, state })]).toEqual([title, []]);
}

// All else that may be secret, in each way to mark it: `test/engine/hosts/secrets.test.ts`.
engineTest(
  "secrets stay secret: values that become secret in the same `up`, those of an unanswered update, an entry of a set, a " +
    "read function",
  { config: { "edgecloud:maxRetries": { value: "1" } }, seed: { functions: [existing] } },
  async (stack) => {
    const { emulator } = stack;
    const program = (mark: Mark, isNext: boolean) => () => {
      declareMarked(mark);
      declareLost(isNext);
      declareSet();
      return { code: CloudFunction.get("existing", idOf("existing")).code };
    };
    stack.program = program((value) => value, false);
    await expectHidden(stack, "first up", await stack.up(), always);

    stack.program = program((value) => pulumi.secret(value), true);
    const preview = await stack.preview();
    await expectHidden(stack, "preview of a change", preview, always);
    const ofMarked = sectionOf(preview, "marked") + sectionOf(preview, "marked-resize");
    expect(ofMarked.includes("__secretPaths")).toBe(byHost({ dynamic: true, plugin: false }));

    // Two updates have no answer; other values become secret without a request.
    const lostPath = `/cdn/origin_groups/${findGroup(emulator, "lost").id}`;
    emulator.addFault({ method: "PUT", path: lostPath, reset: "after", times: 9 });
    emulator.addFault({ method: "PATCH", path: pathOf("lost-resize"), reset: "after", times: 9 });
    emulator.addFault({ method: "GET", path: pathOf("lost-resize"), skip: 1, answer: { status: 503 }, times: 9 });
    emulator.clearRequests();
    const all = [...always, ...Object.values(marked)];
    const recorder = new EventRecorder();
    const failure = await stack.upWithFailures({ onEvent: recorder.onEvent });
    expect(recorder.failed).toEqual(["lost", "lost-resize"]);
    await expectHidden(stack, "failed up", failure, all);
    expect(new Set(stack.changes().map((change) => change.split(" ")[1]))).toEqual(
      new Set([lostPath, pathOf("lost-resize")]),
    );
    emulator.clearFaults();
    await expectHidden(stack, "first refresh", await stack.refresh(), all);
    await expectHidden(stack, "second refresh", await stack.refresh(), all);
    expect(JSON.stringify(emulator.state())).toContain(lost.header);

    await expectHidden(stack, "repair", await stack.up(), all);
    await expectHidden(stack, "refresh after the repair", await stack.refresh(), all);
    await expectConverged(stack);
    await expectHidden(stack, "end", "", all);
    expect(JSON.stringify(await stack.allResources())).not.toContain("__inputSecretPaths");
  },
);
