import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { EventRecorder } from "../../../engine/setup/events";
import { expectConverged } from "../../../engine/setup/expectations";
import { collection, createFunctionSeed, idOf, pathOf, required, requiredBody } from "../../../engine/setup/functions";
import { byHost } from "../../../engine/setup/host";
import { changeGroups, findGroup } from "../../../engine/setup/platform";
import { sectionOf } from "../../../engine/setup/previews";
import { findWords } from "../../../engine/setup/search";
import { allCredentials, cloudBucket } from "../../../engine/setup/sources";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

/** The secrets of one story; each text occurs nowhere else. */
const plant = (story: string) => ({
  header: `${story}-hidden.example.com`,
  host: `${story}-host.example.com`,
  description: `${story}-description-4711`,
  variable: `${story}-variable-4711`,
});

const secrets = {
  marked: plant("marked"),
  moved: plant("moved"),
  found: plant("found"),
  failed: plant("failed"),
  lost: plant("lost"),
};

/** What is secret from the beginning. The values of `marked` are so only later. */
const always = [
  ...[secrets.moved, secrets.found, secrets.failed, secrets.lost].flatMap((words) => Object.values(words)),
  ...allCredentials,
  ...["http_503", "tests-code-4711", "tests-dependency-4711", "tests-variable-4711", "demo-key"],
  ...["tests-refused", "tests-runtime"],
];

type Mark = (value: string) => pulumi.Input<string>;

/** Values that become secret. */
function declareMarked(mark: Mark): void {
  const { header, host, description, variable } = secrets.marked;
  const sources = [{ source: mark(host) }, { ...cloudBucket("media"), hostHeaderOverride: mark(header) }];
  new OriginGroup("marked", { name: "marked", sources });
  const envs = { TOKEN: mark(variable) };
  new CloudFunction("marked-resize", { ...required, name: "marked-resize", description: mark(description), envs });
}

/** Entries that the platform renames. */
function declareMoved(): void {
  const { header, host } = secrets.moved;
  const s3StorageHostname = pulumi.secret(host);
  const other = { ...cloudBucket("media").config, s3Type: "other", s3Region: undefined, s3StorageHostname };
  const sources = [{ source: "a.example.com", hostHeaderOverride: pulumi.secret(header) }, { config: other as never }];
  new OriginGroup("moved", { name: "moved", sources });
}

const found = {
  id: 7,
  name: "found",
  use_next: true,
  sources: [{ source: "a.example.com", host_header_override: secrets.found.header }],
};

/** A group with a restore point. */
function declareFound(): void {
  const sources = [{ source: "a.example.com", hostHeaderOverride: pulumi.secret(secrets.found.host) }];
  new OriginGroup("found", { name: "found", useNext: true, sources, originGroupId: 7, onDestroy: "restore" });
}

/** Secrets that become plain values, in an update that fails at first. */
function declareFailed(isPlain: boolean): void {
  const value = (secret: string, plain: string) => (isPlain ? plain : pulumi.secret(secret));
  const hostHeaderOverride = value(secrets.failed.header, "plain.example.com");
  new OriginGroup("failed", { name: "failed", sources: [{ source: "a.example.com", hostHeaderOverride }] });
  const description = value(secrets.failed.description, "plain description");
  new CloudFunction("failed-resize", { ...required, name: "failed-resize", description });
}

/** Secrets that are added in an update without an answer. */
function declareLost(isAdded: boolean): void {
  const { header, host, description: hiddenDescription, variable } = secrets.lost;
  const hidden = { source: "b.example.com", hostHeaderOverride: pulumi.secret(header) };
  const renamed = { source: pulumi.secret(host) };
  const sources = [{ source: "a.example.com" }, ...(isAdded ? [hidden, renamed, cloudBucket("media")] : [])];
  new OriginGroup("lost", { name: "lost", sources });
  const envs = { LEVEL: "info", ...(isAdded && { TOKEN: pulumi.secret(variable) }) };
  const description = isAdded ? pulumi.secret(hiddenDescription) : "first description";
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

const codeWithKey = ["def resize(event):", "    key = 'tests-code-4711'", "    return key"].join("\n");

/** Functions of which the platform repeats the code and the key. */
function declareRepeated(): void {
  new CloudFunction("built", { ...required, name: "built", code: pulumi.secret(codeWithKey) });
  new CloudFunction("watched", { ...required, name: "watched" });
}

/** What the platform refuses with the secret in its message. */
function declareRefused(): void {
  const source = pulumi.secret("tests-refused.example.com");
  new OriginGroup("refused", { name: "refused", sources: [{ source }] });
  const runtime = pulumi.secret("tests-runtime-9.9");
  new CloudFunction("refused-resize", { ...required, name: "refused-resize", runtime });
}

function refuseWithSecrets({ emulator }: TestStack): void {
  const refuse = (path: string, name: string, errors: object) =>
    emulator.addFault({ method: "POST", path, body: { name }, answer: { status: 400, body: { errors } } });
  refuse("/cdn/origin_groups", "refused", { sources: ["The domain tests-refused.example.com cannot be resolved."] });
  refuse(collection, "refused-resize", { runtime: ["No runtime tests-runtime-9.9."] });
}

function repeatSecrets({ emulator }: TestStack): void {
  const post = { method: "POST", path: collection } as const;
  const buildMessage = "line 2: SyntaxError: key = 'tests-code-4711'";
  emulator.addFault({ ...post, body: { name: "built" }, tasks: { buildMessage } });
  emulator.addFault({ ...post, body: { name: "watched" }, tasks: { runningPolls: 2 } });
  const body = { ...requiredBody, name: "watched", status: "BUILDING with demo-key" };
  emulator.addFault({ method: "GET", path: pathOf("watched"), times: 3, answer: { status: 200, body } });
}

/** The state as it lies on the disk. */
const stateOf = async (stack: TestStack) => JSON.stringify(await stack.allResources());

const groupPath = ({ emulator }: TestStack, name: string) => `/cdn/origin_groups/${findGroup(emulator, name).id}`;

engineTest(
  "secrets stay secret: values that become secret in the same `up`, renamed entries, a restore point, a failed update, " +
    "an unanswered one, an entry of a set, a read function, and what messages repeat",
  {
    config: { "edgecloud:maxRetries": { value: "1" } },
    seed: { originGroups: [found], functions: [existing] },
  },
  async (stack) => {
    const { emulator } = stack;
    /** Expects none of the words in that text, nor in the state. */
    const expectHidden = async (title: string, text: string, words = always) =>
      expect([title, findWords(words, { text, state: await stateOf(stack) })]).toEqual([title, []]);
    const program =
      (mark: Mark, isNext: boolean, more = (): void => undefined) =>
      () => {
        declareMarked(mark);
        declareMoved();
        declareFound();
        declareFailed(isNext);
        declareLost(isNext);
        declareSet();
        declareRepeated();
        more();
        return { code: CloudFunction.get("existing", idOf("existing")).code };
      };

    stack.program = () => {
      const source = pulumi.secret("https://tests-refused.example.com/path");
      new OriginGroup("group", { name: "group", sources: [{ source }] });
    };
    const wrongSource = await failureText(stack.preview());
    expect(wrongSource).toContain("sources[0].source must not contain a scheme");
    expect(wrongSource).not.toContain("tests-refused");

    stack.program = program((value) => value, false, declareRefused);
    await expectHidden("first preview", await stack.preview());
    refuseWithSecrets(stack);
    repeatSecrets(stack);
    const refused = await stack.upWithFailures();
    await expectHidden("first up", refused);
    expect(refused).toContain("cannot be resolved");
    expect(refused).toContain("No runtime [secret].");
    expect(refused).toContain("BUILDING with [secret]");
    emulator.clearFaults();

    stack.program = program((value) => value, false);
    changeGroups(emulator, ({ name, sources: [first, second] }) =>
      name !== "moved"
        ? {}
        : {
            sources: [
              { ...second!, config: { ...(second as { config: object }).config, s3_bucket_name: "renamed" } } as never,
              { ...first!, source: "renamed.example.com" },
            ],
          },
    );
    await expectHidden("refresh after the first up", await stack.refresh());
    expect((await stack.findResource("built"))?.outputs.buildMessage).toBe("line 2: SyntaxError: [secret]");

    stack.program = program((value) => pulumi.secret(value), true);
    const preview = await stack.preview();
    await expectHidden("preview of a change", preview);
    const ofMarked = sectionOf(preview, "marked") + sectionOf(preview, "marked-resize");
    expect(ofMarked.includes("__secretPaths")).toBe(byHost({ dynamic: true, plugin: false }));

    // One update fails, another one has no answer; the values of a third one become secret without a request.
    const unavailable = { answer: { status: 503 }, times: 9 };
    emulator.addFault({ method: "PUT", path: groupPath(stack, "failed"), ...unavailable });
    emulator.addFault({ method: "PATCH", path: pathOf("failed-resize"), ...unavailable });
    emulator.addFault({ method: "PUT", path: groupPath(stack, "lost"), reset: "after", times: 9 });
    emulator.addFault({ method: "PATCH", path: pathOf("lost-resize"), reset: "after", times: 9 });
    emulator.addFault({ method: "GET", path: pathOf("lost-resize"), skip: 1, ...unavailable });
    emulator.clearRequests();
    const all = [...always, ...Object.values(secrets.marked)];
    const recorder = new EventRecorder();
    const failure = await stack.upWithFailures({ onEvent: recorder.onEvent });
    expect(recorder.failed).toEqual(["failed", "failed-resize", "lost", "lost-resize"]);
    await expectHidden("failed up", failure, all);
    const ofMarkedObjects = [groupPath(stack, "marked"), pathOf("marked-resize")];
    expect(stack.changes().filter((change) => ofMarkedObjects.includes(change.split(" ")[1]!))).toEqual([]);
    emulator.clearFaults();
    await expectHidden("first refresh", await stack.refresh(), all);
    await expectHidden("second refresh", await stack.refresh(), all);
    await expectHidden("preview after the refreshes", await stack.preview(), all);
    expect(JSON.stringify(emulator.state())).toContain(secrets.lost.header);

    await expectHidden("repair", await stack.up(), all);
    await expectConverged(stack);
    await expectHidden("refresh after the repair", await stack.refresh(), all);
    await expectConverged(stack);
    await expectHidden("end", "", all);
    expect(await stateOf(stack)).toContain("plain description");
    expect(await stateOf(stack)).not.toContain("__inputSecretPaths");
  },
);
