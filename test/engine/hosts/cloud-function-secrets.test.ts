import type { FaultInput } from "edgecloud-emulator";
import * as pulumi from "@pulumi/pulumi";
import { EventRecorder } from "../setup/events";
import { declareFunctions, findFunction, pathOf } from "../setup/functions";
import { creationOf, deletionOf, updateOf } from "../setup/named-functions";
import { diffOf } from "../setup/previews";
import { captureOperation, readFiles, findWords, type Texts } from "../setup/search";
import { engineTest, type TestStack } from "../setup/test-stack";

/** Each text occurs nowhere else. */
const [token, rotated] = ["tests-env-token/0001", "tests-env-token/0002"];
const secrets = [token, rotated, "demo-key"];
/** Not a secret, to show that the search finds texts that are there. */
const open = "tests-open-word";
/** The same, of one function. */
const openOf = (name: string) => `${open}-${name}`;

const envs = (secret: string, level = "info") => ({ TOKEN: pulumi.secret(secret), LEVEL: level });
/** An answer that repeats what was sent, as careless servers and build scripts do. */
const echo = (name: string, ...told: string[]) =>
  `refused for ${openOf(name)}: ${[...told, ...told.map(encodeURIComponent)].join(" ")}`;
const refused = (name: string, ...told: string[]) => ({
  answer: {
    status: 400,
    body: { message: "invalid", invalid_fields: { envs: { TOKEN: [echo(name, "demo-key", ...told)] } } },
  },
});
const failing = (name: string, ...told: string[]) => {
  const text = echo(name, ...told);
  return { tasks: { runningPolls: 2, end: "ERROR", error: text, buildMessage: `build: ${text}` } } as const;
};
const busy = (...told: string[]) => ({
  answer: { status: 409, body: { message: `locked by ${echo("busy", ...told)}` } },
  times: 2,
});

/** Runs operations one after the other and collects all that they print. */
class Recorder {
  readonly texts: Texts = {};
  readonly events = new EventRecorder();

  constructor(private readonly stack: TestStack) {}

  /** The operation has to fail if there are faults. */
  async run(title: string, operation: "preview" | "up" | "refresh" | "destroy", faults: FaultInput[] = []) {
    const { emulator } = this.stack;
    faults.forEach((fault) => emulator.addFault(fault));
    const { onEvent } = this.events;
    this.texts[title] = await captureOperation(this.stack, operation, { fails: faults.length > 0, onEvent });
    emulator.clearFaults();
  }
}

/** The functions, by what the platform answers to their changes. */
const names = ["refused", "failing", "kept", "busy"];
const declareAll = (args: object) =>
  Object.fromEntries(names.map((name) => [name, { description: openOf(name), ...args }]));

engineTest(
  "secrets: shows none in any output, live progress or file, while other values stay readable",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    const { emulator } = stack;
    const declared = declareFunctions(declareAll({ envs: envs(token) }));
    stack.program = declared.program;
    const recorder = new Recorder(stack);
    const buildMessage = (told: string) => `built with ${told} of ${open}`;

    await recorder.run("preview of a create", "preview");
    const kept = { ...failing("kept", token).tasks, keeps: true };
    const creations = [
      { ...creationOf("refused"), ...refused("refused", token) },
      { ...creationOf("failing"), ...failing("failing", token) },
      { ...creationOf("kept"), tasks: kept },
      { ...creationOf("busy"), tasks: { buildMessage: buildMessage(token) } },
    ];
    await recorder.run("create with failures", "up", creations);
    expect(findFunction(emulator, "busy")?.build_message).toBe(buildMessage(token));
    const whileOneIsKept = readFiles(stack);
    await recorder.run("create", "up");
    for (const name of names) {
      expect(findFunction(emulator, name)?.envs).toEqual({ TOKEN: token, LEVEL: "info" });
    }

    declared.all = declareAll({ envs: envs(rotated, "debug") });
    const preview = await stack.preview();
    for (const name of names) {
      expect(diffOf(preview, name)).toBe('~ envs: { ~ LEVEL: "info" => "debug" ~ TOKEN: [secret] => [secret] }');
    }
    await recorder.run("preview of a rotation", "preview");
    const rotations = [
      { ...updateOf("refused"), ...refused("refused", token, rotated) },
      { ...updateOf("failing"), ...failing("failing", token, rotated) },
      { ...updateOf("busy"), ...busy("demo-key", token, rotated) },
      // After the two refusals.
      { ...updateOf("busy"), tasks: { buildMessage: buildMessage(rotated) } },
    ];
    await recorder.run("rotation with failures", "up", rotations);
    await recorder.run("rotation", "up");
    expect(findFunction(emulator, "busy")?.build_message).toBe(buildMessage(rotated));
    const forbidden = { status: 403, body: { message: echo("refused", "demo-key", rotated) } };
    const read = { method: "GET", path: pathOf("refused"), answer: forbidden } as const;
    await recorder.run("refresh forbidden", "refresh", [read]);
    await recorder.run("refresh", "refresh");
    expect(await stack.preview()).toMatch(/5 unchanged/);
    const whileAllStand = readFiles(stack);
    const deletions = [
      { ...deletionOf("failing"), ...failing("failing", rotated) },
      { ...deletionOf("busy"), ...busy(rotated) },
    ];
    await recorder.run("destroy with failures", "destroy", deletions);
    await recorder.run("destroy", "destroy");

    const under = (title: string, texts: Texts) =>
      Object.fromEntries(Object.entries(texts).map(([place, text]) => [`${title}: ${place}`, text]));
    const searched = {
      ...recorder.texts,
      ...under("kept", whileOneIsKept),
      ...under("stand", whileAllStand),
      ...under("gone", readFiles(stack)),
      live: recorder.events.progress.join("\n"),
    };
    expect(findWords(secrets, searched)).toEqual([]);
    const found = findWords([open, ...names.map(openOf)], searched).join("\n");
    const readable = [
      ...names.map((name) => `preview of a create: ${openOf(name)}`),
      // The answers of the platform.
      ...["refused", "failing", "kept"].map((name) => `create with failures: ${openOf(name)}`),
      ...["refused", "failing"].map((name) => `rotation with failures: ${openOf(name)}`),
      `refresh forbidden: ${openOf("refused")}`,
      `destroy with failures: ${openOf("failing")}`,
      ...["kept: ", "stand: "],
    ];
    expect(readable.filter((place) => !found.includes(place))).toEqual([]);
    expect(recorder.events.progress.filter((text) => text.includes(openOf("busy"))).length).toBeGreaterThanOrEqual(2);
  },
);
