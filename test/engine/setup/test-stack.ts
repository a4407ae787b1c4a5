import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type {
  ConfigMap,
  DestroyOptions,
  PreviewOptions,
  RefreshOptions,
  Stack,
  UpOptions,
  UpResult,
} from "@pulumi/pulumi/automation";
import type { Emulator, EmulatorState, SeedInput } from "edgecloud-emulator";
import { startPlatform } from "./platform";
import { pulumi } from "./pulumi-command";
import { copyStack } from "./stack-copy";

/** What a test's program declares; it runs again for every operation. */
export type Program = () => unknown;

/** How a test wants its platform and its stack. */
export interface StackOptions {
  seed?: SeedInput;
  /** Keys of the stack's configuration, without the two that every stack needs. */
  config?: ConfigMap;
}

/** Values by the keys of a stack's configuration: as text, as the engine has encrypted them, or none. */
type StackConfig = Record<string, string | { secure: string } | undefined>;

/** Warnings come on the second stream. */
interface Streams {
  onOutput: (text: string) => void;
  onError: (text: string) => void;
}

const work = path.resolve(__dirname, "../../../.work/tests");

/** A stack on the real engine with a platform of its own. Operations return the text that a user would see. */
export class TestStack {
  /** What the next operation runs. */
  program: Program = () => undefined;

  private constructor(
    readonly emulator: Emulator,
    readonly stack: Stack,
    private readonly folder: string,
    private readonly setProgram: (program: Program) => void,
  ) {}

  static async start({ seed, config = {} }: StackOptions): Promise<TestStack> {
    const emulator = await startPlatform({ seed });
    await mkdir(work, { recursive: true });
    const folder = await mkdtemp(path.join(work, "stack-"));
    let current: Program = () => undefined;
    const stack = await copyStack(folder, () => Promise.resolve(current()) as Promise<void>, {
      "edgecloud:baseUrl": { value: emulator.url },
      ...config,
    });
    return new TestStack(emulator, withoutQuestions(stack), folder, (program) => (current = program));
  }

  /** From now on, operations of `stack` itself run `program`, too. */
  useProgram(): void {
    this.setProgram(this.program);
  }

  /** The text of `pulumi preview --diff`. */
  async preview(more: PreviewOptions = {}): Promise<string> {
    return this.run((streams) => this.stack.preview({ diff: true, color: "never", ...streams, ...more }));
  }

  /** The text of `pulumi up`. */
  async up(parallel?: number, more: UpOptions = {}): Promise<string> {
    return this.run((streams) => this.stack.up({ color: "never", ...streams, parallel, ...more }));
  }

  /** The text of an `up` that has to fail for some resources and goes on with the others: 16 at once on any machine. */
  upWithFailures(more: UpOptions = {}): Promise<string> {
    return failureText(this.up(16, { continueOnError: true, ...more }));
  }

  /** As `up`, for tests that check the program's outputs. */
  async outputs(): Promise<UpResult["outputs"]> {
    await this.up();
    return this.lastOutputs();
  }

  /** The program's outputs after the last `up`; the engine is asked for them only if one is secret. */
  async lastOutputs(): Promise<UpResult["outputs"]> {
    const all = await this.allResources();
    const outputs = all.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
    return JSON.stringify(outputs).includes(signatureKey)
      ? this.stack.workspace.stackOutputs(this.stack.name)
      : Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, { value, secret: false }]));
  }

  async refresh(more: RefreshOptions = {}): Promise<string> {
    return this.run((streams) => this.stack.refresh({ color: "never", ...streams, ...more }));
  }

  async destroy(more: DestroyOptions = {}): Promise<string> {
    return this.run((streams) => this.stack.destroy({ color: "never", ...streams, ...more }));
  }

  /**
   * Sets keys of the stack's configuration in clear, or removes them; returns what they had before, as this takes it.
   * `pulumi config` would write the same file, but each of its runs takes a third of what an operation takes.
   */
  async configure(settings: StackConfig): Promise<StackConfig> {
    const { workspace, name } = this.stack;
    const { config = {}, ...others } = await workspace.stackSettings(name);
    const changed = Object.entries({ ...config, ...settings }).filter(([, value]) => value !== undefined);
    await workspace.saveStackSettings(name, { ...others, config: Object.fromEntries(changed) });
    return Object.fromEntries(Object.keys(settings).map((key) => [key, config[key] as StackConfig[string]]));
  }

  /** Runs the command with those arguments on this stack. */
  pulumi(...args: string[]): Promise<string> {
    const { workDir, envVars } = this.stack.workspace;
    return pulumi(workDir, envVars, [...args, "--stack", this.stack.name]);
  }

  /** The resources of this package in the state. */
  async resources(): Promise<ExportedResource[]> {
    return (await this.allResources()).filter(isOfPackage);
  }

  /** The resource of that name in the state. */
  async findResource(name: string): Promise<ExportedResource | undefined> {
    return (await this.resources()).find(({ urn }) => urn.endsWith(`::${name}`));
  }

  /** The state as the file backend has it: asking the CLI takes half a second. */
  async allResources(): Promise<ExportedResource[]> {
    const { checkpoint } = JSON.parse(await readFile(this.stateFile, "utf8")) as StateFile;
    return checkpoint.latest?.resources ?? [];
  }

  /** Edits the outputs of this package's resources in the state, as another version of it would have written them. */
  async editOutputs(change: (resource: ExportedResource) => Record<string, unknown>): Promise<void> {
    const state = JSON.parse(await readFile(this.stateFile, "utf8")) as StateFile;
    const edited = (state.checkpoint.latest?.resources ?? []).filter(isOfPackage);
    edited.forEach((resource) => (resource.outputs = change(resource)));
    await writeFile(this.stateFile, JSON.stringify(state));
  }

  /** The requests that were made for resources and data sources. */
  requests(): RequestLogEntry[] {
    return withoutKeyCheck(this.emulator.requests());
  }

  /** Requests that changed something, or tried to: "PUT /cdn/origin_groups/1001 200". */
  changes(): string[] {
    const changing = this.emulator.requests().filter(({ method }) => method !== "GET");
    return changing.map(({ method, path, status }) => `${method} ${path} ${status ?? "no answer"}`);
  }

  async close(): Promise<void> {
    await this.emulator.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get stateFile(): string {
    return path.join(this.folder, "state", ".pulumi", "stacks", "test", `${this.stack.name}.json`);
  }

  private async run(operation: (streams: Streams) => Promise<unknown>): Promise<string> {
    let text = "";
    const onOutput = (part: string) => (text += part);
    this.useProgram();
    await operation({ onOutput, onError: onOutput });
    return text;
  }
}

const isOfPackage = ({ type }: ExportedResource) => /^(pulumi-nodejs:dynamic\/edgecloud:|edgecloud:index:)/.test(type);

/** The key that marks a secret in the state. */
const signatureKey = "4dabf18193072939515e22adb298388d";

type RequestLogEntry = ReturnType<Emulator["requests"]>[number];

/** Without the check of the key, which each host makes once. */
export function withoutKeyCheck(requests: RequestLogEntry[]): RequestLogEntry[] {
  return requests.filter(({ path, query }) => !(path === "/cdn/origin_groups" && query.limit === "1"));
}

/**
 * After each operation the SDK asks the CLI for outputs and history, which costs as much as the operation itself. Tests
 * read the exported state instead.
 */
function withoutQuestions(stack: Stack): Stack {
  return Object.assign(stack, { outputs: () => Promise.resolve({}), info: () => Promise.resolve(undefined) });
}

interface StateFile {
  checkpoint: { latest?: { resources?: ExportedResource[] } };
}

/** One resource of a state. */
export interface ExportedResource {
  type: string;
  urn: string;
  id: string;
  inputs: Record<string, unknown>;
  outputs: Record<string, unknown>;
  initErrors?: string[];
}

/** The text of an operation that must fail: what the user sees on both streams. */
export async function failureText(operation: Promise<unknown>): Promise<string> {
  const outcome = await operation.then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (outcome === undefined) {
    throw new Error("the operation succeeded, but it had to fail");
  }
  return outcome;
}

/** The whole platform, without what no destroy restores: time, tasks, locks that ended, the order of tags. */
export function normalizeState(state: EmulatorState) {
  const snapshots = state.snapshots.map(({ updated_at: _, task_id: __, lockPolls: ___, ...snapshot }) => ({
    ...snapshot,
    tags: snapshot.tags.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  }));
  const originGroups = state.originGroups.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { ...state, originGroups, snapshots, tasks: undefined, clock: undefined };
}

/** What a test leaves on the platform on purpose. */
export interface Leftovers {
  /** The names of all groups at the end, if they are not those of the seed. */
  left?: string[];
  /** The names of those groups of the seed that the test changes for good. */
  changed?: string[];
}

/** Expects the platform to be as it was in that state, except for `leftovers`. */
export function expectRestored(emulator: Emulator, before: EmulatorState, { left, changed = [] }: Leftovers): void {
  const seeded = normalizeState(before);
  const unchanged = new Map(seeded.originGroups.map((group) => [group.name, group]));
  changed.forEach((name) => unchanged.delete(name));
  const names = left?.toSorted() ?? seeded.originGroups.map(({ name }) => name);
  const originGroups = names.map((name) => unchanged.get(name) ?? (expect.objectContaining({ name }) as unknown));
  expect(normalizeState(emulator.state())).toEqual({ ...seeded, originGroups });
}

/** A test on a stack of its own. After `body`, everything is destroyed, and the platform must be back to its seed. */
export function engineTest(
  name: string,
  options: StackOptions & Leftovers,
  body: (stack: TestStack) => Promise<void>,
): void {
  test(name, async () => {
    const stack = await TestStack.start(options);
    try {
      const seeded = stack.emulator.state();
      await body(stack);
      if ((await stack.allResources()).length > 0) {
        await stack.destroy();
      }
      expectRestored(stack.emulator, seeded, options);
    } finally {
      await stack.close();
    }
  });
}
