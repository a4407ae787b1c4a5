import type { FaultInput } from "edgecloud-emulator";
import * as pulumi from "@pulumi/pulumi";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { collection, declareFunction, diffOf, pathOf, findFunction } from "./setup/functions";
import { captureOutput, readFiles, findWords, type Texts } from "./setup/search";
import { engineTest, type TestStack } from "./setup/test-stack";

/** Each text occurs nowhere else. */
const [token, rotated] = ["tests-env-token/0001", "tests-env-token/0002"];
const secrets = [token, rotated, "demo-key"];
/** Not a secret, to show that the search finds texts that are there. */
const open = "tests-open-word";

const envs = (secret: string, level = "info") => ({ TOKEN: pulumi.secret(secret), LEVEL: level });
/** Answers that repeat what was sent, as careless servers and build scripts do. */
const echo = (...told: string[]) => `refused for ${open}: ${[...told, ...told.map(encodeURIComponent)].join(" ")}`;
const refused = (...told: string[]) => ({
  answer: {
    status: 400,
    body: { message: "invalid", invalid_fields: { envs: { TOKEN: [echo("demo-key", ...told)] } } },
  },
});
const failing = (...told: string[]) => {
  const life = {
    runningPolls: 2,
    end: "ERROR",
    error: echo(...told),
    buildMessage: `build: ${echo(...told)}`,
  } as const;
  return { tasks: life };
};

const config = { "edgecloud:maxRetries": { value: "0" } };

/** Runs operations one after the other and collects all that they print. */
class Recorder {
  readonly texts: Texts = {};

  constructor(private readonly stack: TestStack) {}

  async run(title: string, operation: "preview" | "up" | "refresh" | "destroy", fault?: FaultInput) {
    if (fault) {
      this.stack.emulator.addFault(fault);
    }
    const { failed, text } = await captureOutput((options) => this.stack.stack[operation](options));
    this.texts[title] = text;
    this.stack.emulator.clearFaults();
    if (failed !== (fault !== undefined)) {
      throw new Error(`${title} ${failed ? "failed" : "succeeded"}, unexpectedly: ${text}`);
    }
  }
}

engineTest("secrets: none in any output or file, while other values stay readable", { config }, async (stack) => {
  const declared = declareFunction({ description: open, envs: envs(token) });
  stack.program = declared.program;
  await stack.preview();
  const recorder = new Recorder(stack);
  await recorder.run("preview of a create", "preview");
  await recorder.run("create refused", "up", { method: "POST", path: collection, ...refused(token) });
  await recorder.run("create failed", "up", { method: "POST", path: collection, ...failing(token) });
  const kept = { ...failing(token).tasks, keeps: true };
  await recorder.run("create kept", "up", { method: "POST", path: collection, tasks: kept });
  const whileItIsKept = readFiles(stack);
  await recorder.run("create", "up");
  expect(findFunction(stack.emulator)?.envs).toEqual({ TOKEN: token, LEVEL: "info" });

  declared.args = { description: open, envs: envs(rotated, "debug") };
  const preview = await stack.preview();
  expect(diffOf(preview)).toBe('~ envs: { ~ LEVEL: "info" => "debug" ~ TOKEN: [secret] => [secret] }');
  await recorder.run("preview of a rotation", "preview");
  await recorder.run("rotation refused", "up", { method: "PATCH", path: pathOf(), ...refused(token, rotated) });
  await recorder.run("rotation failed", "up", { method: "PATCH", path: pathOf(), ...failing(token, rotated) });
  await recorder.run("rotation", "up");
  await recorder.run("refresh forbidden", "refresh", {
    method: "GET",
    path: pathOf(),
    answer: { status: 403, body: { message: echo("demo-key", rotated) } },
  });
  await recorder.run("refresh", "refresh");
  expect(await stack.preview()).toMatch(/2 unchanged/);
  const whileItStands = readFiles(stack);
  await recorder.run("destroy failed", "destroy", { method: "DELETE", path: pathOf(), ...failing(rotated) });
  await recorder.run("destroy", "destroy");

  const said = recorder.texts;
  const under = (title: string, texts: Texts) =>
    Object.fromEntries(Object.entries(texts).map(([place, text]) => [`${title}: ${place}`, text]));
  const files = {
    ...under("kept", whileItIsKept),
    ...under("stands", whileItStands),
    ...under("gone", readFiles(stack)),
  };
  expect(findWords(secrets, { ...said, ...files })).toEqual([]);
  const found = findWords([open], { ...said, ...files }).join("\n");
  const searched = ["preview of a create", "create refused", "create failed", "rotation failed", "refresh forbidden"];
  expect([...searched, "destroy failed", "kept: ", "stands: "].filter((place) => !found.includes(place))).toEqual([]);
});

engineTest("secrets: the live progress shows none, whatever the platform answers", { config }, async (stack) => {
  const declared = declareFunction({ description: open, envs: envs(token) });
  stack.program = declared.program;
  await stack.preview();
  const busy = { answer: { status: 409, body: { message: `locked by ${echo(token)}` } }, times: 2 };
  const events: EngineEvent[] = [];
  const onEvent = (event: EngineEvent) => events.push(event);
  await stack.stack.up();
  stack.emulator.addFault({ method: "PATCH", path: pathOf(), ...busy });
  declared.args = { envs: envs(token) };
  stack.program = declared.program;
  await stack.stack.up({ onEvent });
  stack.emulator.addFault({ method: "DELETE", path: pathOf(), ...busy });
  await stack.stack.destroy({ onEvent });
  const live = events.flatMap(({ diagnosticEvent }) => (diagnosticEvent?.ephemeral ? [diagnosticEvent.message] : []));
  expect(live.filter((text) => text.includes(open)).length).toBeGreaterThanOrEqual(2);
  expect(findWords(secrets, { live: live.join("\n") })).toEqual([]);
});

engineTest("secrets: the build message in the state contains none", {}, async (stack) => {
  const buildMessage = `built with ${token} of ${open}`;
  stack.emulator.addFault({ method: "POST", path: collection, tasks: { buildMessage } });
  stack.program = declareFunction({ description: open, envs: envs(token) }).program;
  await stack.up();
  expect(findFunction(stack.emulator)?.build_message).toBe(buildMessage);
  expect(findWords([token], readFiles(stack))).toEqual([]);
  await stack.refresh();
  expect(findWords([token], readFiles(stack))).toEqual([]);
});
