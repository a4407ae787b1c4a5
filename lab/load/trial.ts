import fs from "node:fs";
import path from "node:path";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { Engine } from "#tools/engine";
import { WORK } from "#tools/paths";
import { formatSeconds, say } from "#tools/terminal";
import type { PlatformOptions } from "../platform";
import type { Declared } from "../program";
import { Project } from "../project";
import { Meter } from "./traffic";

/** A message that a reader of the output gets. */
type Message = Readonly<{ isError: boolean; text: string }>;

/** How an operation ended, the resources that it created, and the most memory of the host. */
type Ended = Readonly<{ isDone: boolean; created: number; seconds: number; megabytes?: number; messages: Message[] }>;

/** What was measured until everything was there. */
export type Measured = Readonly<{ ups: Ended[]; isThere: boolean; messages: Message[] }>;

/** What else was seen in a row, and what is wrong in addition to missed aims. */
export type Finding = Readonly<{ notes: string[]; problems: string[] }>;

/** What lies between the provider and the platform. */
export interface Obstacle {
  readonly settings?: Record<string, string>;
  readonly environment?: Record<string, string>;
  readonly afterFirst?: () => Promise<void>;
  readonly inspect?: (measured: Measured) => Promise<Finding> | Finding;
  readonly close?: () => Promise<void>;
}

/** A situation, and the most that it may take. */
export interface Row {
  readonly name: string;
  readonly situation: string;
  readonly declared: Declared;
  readonly parallel?: number;
  readonly platform?: PlatformOptions;
  /** Until everything is there; requests for a useful one; polls a second; until the end of a task is noticed. */
  readonly aims: Readonly<{ ups: number; ratio?: number; peakPolls?: number; noticedMs?: number }>;
  /** Puts something in the way. Throws `NotPossible` if this machine cannot bring the situation about. */
  readonly arrange?: (trial: Trial) => Promise<Obstacle>;
}

/** A situation that this machine cannot bring about; the message says why. */
export class NotPossible extends Error {}

/** One stack on the real engine, with a platform of its own. */
export class Trial {
  private environment: Record<string, string> = {};

  private constructor(
    readonly project: Project,
    private readonly row: Row,
    readonly meter = new Meter(project.platform),
  ) {}

  static async start(engine: Engine, row: Row): Promise<Trial> {
    const program = `require(${JSON.stringify(path.join(__dirname, "../program.js"))})`;
    const text = `${program}.declareResources(require("pulumi-edgecloud"));`;
    const folder = path.join(WORK, "load", row.name);
    return new Trial(await Project.create({ engine, folder, program: text, platform: row.platform ?? {} }), row);
  }

  /** Runs `up` until everything is there. */
  async converge({ settings, environment = {}, afterFirst }: Obstacle): Promise<Measured> {
    const { declared } = this.row;
    this.environment = environment;
    await (settings && this.project.configure(settings));
    const ups: Ended[] = [];
    let isThere = false;
    while (!isThere && ups.length < 5) {
      const up = await this.run("up");
      ups.push(up);
      isThere = up.isDone && (await this.countObjects()) === (declared.groups ?? 0) + (declared.functions ?? 0);
      say(
        `  up ${ups.length}: ${up.isDone ? "done" : "failed"}, made ${up.created}, ${formatSeconds(up.seconds * 1000)}`,
      );
      await (ups.length === 1 ? afterFirst?.() : undefined);
    }
    return { ups, isThere, messages: ups.flatMap(({ messages }) => messages) };
  }

  async run(operation: "up" | "refresh", declared: Declared = this.row.declared): Promise<Ended> {
    const { project, environment } = this;
    const log = path.join(project.options.folder, "events.json");
    fs.rmSync(log, { force: true });
    const flags = ["--yes", "--skip-preview", "--parallel", String(this.row.parallel ?? 16), "--event-log", log];
    const env = { ...environment, PULUMI_DEBUG_COMMANDS: "true" };
    const { isDone, seconds, usages } = await this.meter.collect(project.tryRun([operation, ...flags], declared, env));
    const events = fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    return { isDone, seconds, megabytes: usages.host?.megabytes, ...readEvents(events) };
  }

  private async countObjects(): Promise<number> {
    type State = Record<"originGroups" | "functions", unknown[]>;
    const { originGroups, functions } = await this.project.platform.control<State>("GET", "state");
    return originGroups.length + functions.length;
  }
}

function readEvents(lines: readonly string[]): Pick<Ended, "created" | "messages"> {
  const events = lines.map((line) => JSON.parse(line) as EngineEvent);
  const outputs = events.map(({ resOutputsEvent }) => resOutputsEvent?.metadata);
  const messages = events.flatMap(({ diagnosticEvent: { message = "", severity = "" } = {} }) => {
    const text = message.replace(/<\{%.*?%\}>/g, "").trim();
    // Readers do not see messages of other severities, such as `debug`.
    return text && /^(info|warning|error)/.test(severity) ? [{ isError: severity === "error", text }] : [];
  });
  return {
    created: outputs.filter((made) => made?.op === "create" && made.type.includes("edgecloud:")).length,
    messages,
  };
}

/** Quotes the first message that matches, on one line; undefined if there is none. */
export function quote(messages: readonly Message[], isError: boolean, pattern: RegExp = /./): string | undefined {
  const found = messages.find((message) => message.isError === isError && pattern.test(message.text));
  return found && `“${found.text.replace(/\s+/g, " ").replace("1 error occurred: * ", "").slice(0, 240)}”`;
}
