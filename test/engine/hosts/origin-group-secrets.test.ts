import { OriginGroup } from "pulumi-edgecloud";
import { captureOperation, readFiles, findWords, type Texts } from "../setup/search";
import { allCredentials, cloudBucket, credentials, otherBucket, rotated } from "../setup/sources";
import { engineTest, type TestStack } from "../setup/test-stack";

const environmentKey = "tests-environment-key-4711";
const wrongKey = "tests-wrong-key-4711";
const secrets = ["demo-key", wrongKey, environmentKey, ...allCredentials];

/** A word that is not secret, to show that the search finds words that are there. */
const bucket = "tests-open-bucket";

const config = { "edgecloud:maxRetries": { value: "0" } };

type Credentials = typeof credentials;

/** A group of each form, whose names end alike. */
function declareBoth(ending: string, pair: Credentials): Pick<OriginGroup, "auth" | "sources"> {
  const auth = otherBucket(bucket, pair).config;
  const [standard, legacy] = [`standard ${ending}`, `legacy ${ending}`];
  const { sources } = new OriginGroup(standard, { name: standard, sources: [cloudBucket(bucket, pair)] });
  return { sources, auth: new OriginGroup(legacy, { name: legacy, authType: "cloudSignatureV4", auth }).auth };
}

/** Answers that repeat what was sent, as careless servers and gateways do. */
const echoes = (words: string[]): Record<string, object> => {
  const written = words.flatMap((word) => [
    word,
    encodeURIComponent(word),
    Buffer.from(word).toString("hex"),
    ...["", "u:", "user:"].map((before) => Buffer.from(`${before}${word}`).toString("base64url")),
  ]);
  const echo = `refused for bucket ${bucket}: ${written.join(" ")}`;
  return {
    refused: { status: 400, body: { errors: { sources: { [bucket]: { config: [echo] } } } } },
    unauthorized: { status: 401, body: { message: echo } },
    forbidden: { status: 403, body: { message: echo } },
    broken: { status: 500, body: { message: echo } },
    page: { status: 502, body: `<html>${echo}</html>` },
    redirect: { status: 307, headers: { location: `http://127.0.0.1:9/?${encodeURIComponent(echo)}` } },
  };
};

type Method = "POST" | "GET" | "PUT" | "DELETE";

/** Runs operations one after the other and collects all that they print. */
class Recorder {
  readonly texts: Texts = {};

  constructor(private readonly stack: TestStack) {}

  async run(title: string, operation: "preview" | "up" | "refresh" | "destroy", outcome: "succeeds" | "fails") {
    this.texts[title] = await captureOperation(this.stack, operation, { fails: outcome === "fails" });
  }

  /** As `run`, with the platform answering every call of this method in the given way. */
  async runFailing(title: string, operation: "up" | "refresh" | "destroy", method: Method, answer: object = {}) {
    const fault = { method, path: "/cdn/origin_groups*", times: 100, answer: answer as { status: number } };
    this.stack.emulator.addFault(fault);
    await this.run(title, operation, "fails");
    this.stack.emulator.clearFaults();
    expect([title, this.stack.emulator.requests().some((request) => request.fault !== null)]).toEqual([title, true]);
  }
}

/** Answers to a rotation, for a pair of groups each. */
const rotations = echoes(["demo-key", ...allCredentials]);

engineTest(
  "secrets: shows none in any output or file, and no wrong key either, whatever its source",
  { config },
  async (stack) => {
    const { emulator } = stack;
    let pair = credentials;
    stack.program = () => Object.fromEntries(Object.keys(rotations).map((title) => [title, declareBoth(title, pair)]));
    const recorder = new Recorder(stack);
    const { refused } = echoes(["demo-key", ...Object.values(credentials)]);
    await recorder.run("preview of a create", "preview", "succeeds");
    await recorder.runFailing("create refused", "up", "POST", refused);
    await recorder.run("create", "up", "succeeds");
    pair = { ...credentials, secretAccessKey: `${credentials.secretAccessKey}*` };
    await recorder.run("preview of a bad credential", "preview", "fails");
    pair = rotated;
    await recorder.run("preview of a rotation", "preview", "succeeds");

    // Each pair of groups has an answer of its own.
    for (const [title, answer] of Object.entries(rotations)) {
      for (const { id } of emulator.state().originGroups.filter(({ name }) => name.endsWith(` ${title}`))) {
        emulator.addFault({ method: "PUT", path: `/cdn/origin_groups/${id}`, times: 100, answer: answer as never });
      }
    }
    emulator.clearRequests();
    await recorder.run("rotation refused", "up", "fails");
    const faults = emulator.requests().flatMap(({ fault }) => fault ?? []);
    expect(new Set(faults).size).toBe(2 * Object.keys(rotations).length);
    emulator.clearFaults();

    // The engine hides what the configuration marks as secret; this key is unknown to it.
    const configured = await stack.configure({ "edgecloud:apiKey": undefined });
    const { envVars } = stack.stack.workspace;
    envVars.EDGECLOUD_API_KEY = environmentKey;
    await recorder.runFailing("repeated key of the environment", "up", "GET", echoes([environmentKey]).unauthorized);
    delete envVars.EDGECLOUD_API_KEY;
    await stack.stack.setConfig("edgecloud:apiKey", { value: wrongKey, secret: true });
    await recorder.runFailing("repeated key of the configuration", "up", "GET", echoes([wrongKey]).unauthorized);
    await stack.configure(configured);

    await recorder.run("rotation", "up", "succeeds");
    const { forbidden } = echoes(["demo-key", ...Object.values(rotated)]);
    await recorder.runFailing("refresh forbidden", "refresh", "GET", forbidden);
    await recorder.run("refresh", "refresh", "succeeds");
    const whileItStands = readFiles(stack);
    await recorder.runFailing("destroy forbidden", "destroy", "DELETE", forbidden);
    await recorder.run("destroy", "destroy", "succeeds");

    const said = recorder.texts;
    expect(findWords(secrets, { ...said, ...whileItStands })).toEqual([]);
    expect(findWords(secrets, readFiles(stack))).toEqual([]);
    const open = findWords([bucket], { ...said, ...whileItStands }).join("\n");
    const searched = [
      ...["preview of a create", "rotation refused", "refresh forbidden", "repeated key of the environment"],
      ...["stacks", "history", "backups"],
    ];
    expect(searched.filter((place) => !open.includes(place))).toEqual([]);
  },
);

test.each([
  ["in clear", (word: string) => word],
  ["URL-encoded", encodeURIComponent],
  ["in base64", (word: string) => Buffer.from(word).toString("base64")],
])("secrets: the search of the tests finds a word %s", (_, encoded) => {
  for (const before of ["", "a", "ab"]) {
    for (const after of ["", "c", "cd"]) {
      const text = encoded(`${before}${credentials.secretAccessKey}${after}`);
      expect(findWords([credentials.secretAccessKey], { text })).not.toEqual([]);
    }
  }
  expect(findWords([credentials.secretAccessKey], { text: encoded(credentials.accessKeyId) })).toEqual([]);
});
