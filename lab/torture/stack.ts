import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, startEmulator } from "edgecloud-emulator";
import type { Engine } from "#tools/engine";
import { WORK } from "#tools/paths";
import { countHosts, findPulumiProcesses, isDynamicHost, isRunning, killIfRunning } from "../processes";
import { listNeeds, listUrns, type Program, type Resource } from "./declared";
import { type Fault, isReached, type Kill, TASK_MS, toFaultInput } from "./disturbances";
import { failIf, judgeOperation, Violation } from "./judge";
import type { Kind } from "./kinds";
import { Ledger } from "./ledger";
import { findOwners, type Operation, type OperationOptions, type OperationRecord, type Outcome } from "./operation";
import { findByName, formatKey, observePlatform, SEED } from "./platform";
import { ProgramProcess } from "./program-process";
import { type Moment, readState } from "./state";

/** Far longer than anything takes on a busy machine. */
const GIVE_UP_MS = 180_000;

interface StackOptions {
  /** How long processes of a run of Pulumi may live on after a kill. */
  readonly orphansEndWithinMs: number;
  /** How many resources at a time. */
  readonly parallel: number;
}

interface KillableOutcome extends Outcome {
  readonly wasKilled: boolean;
}

/** One stack on the real engine, with a platform of its own. Each of its operations is judged. */
export class Stack {
  /** What the program declares now. */
  program: Program = { host: "dynamic", resources: [] };
  /** Whether something that the state has was changed by hand since the last refresh. */
  isDrifted = false;
  /** What the last operation printed, if it failed, and the program that it ran. */
  lastFailure: { text: string; program: string } | undefined;
  operations = 0;
  kills = 0;
  readonly ledger: Ledger;
  /** The program of the last operation, if that was an `up` that is done. */
  private programDone: string | undefined;
  private lines: string[] = [];

  private constructor(
    readonly folder: string,
    readonly emulator: Emulator,
    private readonly runner: ProgramProcess,
    private readonly options: StackOptions,
  ) {
    this.ledger = new Ledger(observePlatform(emulator.state()));
  }

  static async start(engine: Engine, options: Partial<StackOptions> = {}): Promise<Stack> {
    const { orphansEndWithinMs = GIVE_UP_MS, parallel = 1 } = options;
    fs.mkdirSync(path.join(WORK, "torture"), { recursive: true });
    const folder = fs.mkdtempSync(path.join(WORK, "torture", "stack-"));
    const emulator = await startEmulator({ seed: SEED });
    const runner = new ProgramProcess({ engine, folder, url: emulator.url });
    return new Stack(folder, emulator, runner, { orphansEndWithinMs, parallel });
  }

  /** Reads the state and the platform as they are now. */
  observe(): Moment {
    return { state: readState(this.folder), platform: observePlatform(this.emulator.state()) };
  }

  /** Runs an operation while faults or a kill disturb it, and judges it. */
  async operate(
    operation: Operation,
    options: OperationOptions = {},
    { faults = [], kill }: { faults?: readonly Fault[]; kill?: Kill } = {},
  ): Promise<KillableOutcome> {
    if (operation === "up" && this.handsOver) {
      // `up` of the Automation API has no preview of its own: see `docs/limitations.md`.
      const preview = await this.operate("preview");
      if (!preview.isDone) {
        return preview;
      }
    }
    this.operations++;
    this.emulator.clearRequests();
    const before = this.observe();
    const { program } = this;
    const added = faults.map((fault) => this.emulator.addFault(toFaultInput(fault)).id);
    const { problems, ...outcome } = await this.run(operation, options, kill);
    const { wasKilled } = outcome;
    const hasHit = this.emulator.requests().some(({ fault }) => added.includes(fault ?? 0));
    this.finishTasks();
    const record = {
      operation,
      options,
      program,
      isDisturbed: wasKilled || hasHit,
      outcome,
      requests: this.emulator.requests(),
      before,
      after: this.observe(),
    };
    this.logOperation(record, wasKilled ? kill : undefined);
    failIf(problems);
    judgeOperation(record, this.ledger);
    this.ledger.noteOperation(record);
    this.noteOutcome(operation, options, outcome);
    return outcome;
  }

  private noteOutcome(operation: Operation, { refresh }: OperationOptions, outcome: KillableOutcome): void {
    const { isDone, text, wasKilled } = outcome;
    if (operation === "preview" || operation === "cancel") {
      return;
    }
    const program = JSON.stringify(this.program);
    const isComplete = isDone && !text.includes("pending operations");
    this.lastFailure = isDone || wasKilled ? undefined : { text, program };
    this.programDone = operation === "up" && isComplete ? program : undefined;
    if (isDone && (operation === "refresh" || refresh)) {
      this.isDrifted = false;
    }
  }

  /** Whether a resource adopts what another one of the program has in the state. */
  private get handsOver(): boolean {
    const { state } = this.observe();
    const { resources } = this.program;
    const has = (other: Resource, { kind, args }: Resource) => {
      const urns = listUrns(other, this.program);
      const entry = state.find((candidate) => candidate.kind === kind && urns.includes(candidate.urn));
      return args.adopt ? entry?.outputs.name === args.name : entry?.id === String(args.originGroupId);
    };
    return resources.some((taker) => resources.some((other) => other !== taker && has(other, taker)));
  }

  /** Whether the last operation was an `up` of this program that is done. */
  get isUpToDate(): boolean {
    return this.programDone === JSON.stringify(this.program);
  }

  /** Whether a killed process has created the object of that name. */
  isStray(kind: Kind, name: string = ""): boolean {
    const object = findByName(kind, name, this.observe().platform);
    return object !== undefined && this.ledger.strays.has(formatKey(object));
  }

  /** Whether a resource of the state has the object of that name. */
  isManaged(kind: Kind, name: string = ""): boolean {
    const moment = this.observe();
    const object = findByName(kind, name, moment.platform);
    return object !== undefined && findOwners(object, moment).length > 0;
  }

  /** Whether a resource of the program manages the group. */
  isDeclared(id: string): boolean {
    const urns = this.program.resources.flatMap((resource) => listUrns(resource, this.program));
    return this.observe().state.some((entry) => entry.kind === "group" && entry.id === id && urns.includes(entry.urn));
  }

  /** Whether the resource is not in the state, and no other one depends on it. */
  isNew(resource: Resource): boolean {
    const urns = listUrns(resource, this.program);
    const isNeeded = this.program.resources.some((other) => listNeeds(other).includes(resource.slot));
    return !isNeeded && !this.observe().state.some(({ urn }) => urns.includes(urn));
  }

  /** Lists names that exist, on the platform or in the program. */
  listNames(kind: Kind): (string | undefined)[] {
    const objects = [...this.observe().platform.objects.values()].filter((object) => object.kind === kind);
    return [...objects, ...this.program.resources.map(({ args }) => args)].map(({ name }) => name);
  }

  private async run(operation: Operation, options: OperationOptions, kill: Kill | undefined) {
    const running = this.runner.run(operation, this.program, { parallel: this.options.parallel, ...options });
    const problems = kill && (await this.killAt(kill, running, this.countSpareHosts(options)));
    return { ...(await running), wasKilled: problems !== undefined, problems: problems ?? [] };
  }

  /**
   * Kills when the point is reached; returns the problems with processes that live on then. Undefined if the operation
   * ended before.
   */
  private async killAt(
    { point, victim }: Kill,
    running: Promise<unknown>,
    spareHosts: number,
  ): Promise<string[] | undefined> {
    const fault = this.emulator.addFault(toFaultInput(point.fault));
    let isOver = false;
    void running.finally(() => (isOver = true));
    await waitUntil(() => isOver || isReached(point, fault.id, this.emulator.requests()), "the point to come", 20);
    const engines = findPulumiProcesses("engine", this.runner.pid);
    if (isOver || engines.length === 0) {
      return undefined;
    }
    this.kills++;
    const victims = victim === "program" ? [this.runner.pid] : findPulumiProcesses(victim, this.runner.pid);
    victims.forEach(killIfRunning);
    if (victim !== "engine") {
      // The engine finishes what it has begun; a host without an engine must not wait for that.
      this.finishTasks();
    }
    await running;
    await waitUntil(() => !engines.some(isRunning), "the engine to end");
    return this.endOrphans(spareHosts);
  }

  /**
   * For `--refresh` the engine starts a second host. That of dynamic providers loads this package with its first call,
   * which it never gets: it cannot notice that its engine is gone, and sends nothing (see `docs/reliability.md`).
   */
  private countSpareHosts({ refresh }: OperationOptions): number {
    return refresh && this.program.host === "dynamic" ? 1 : 0;
  }

  /** Waits until the processes of a killed run have ended by themselves; kills and reports those that have not. */
  private async endOrphans(spareHosts: number): Promise<string[]> {
    const { orphansEndWithinMs } = this.options;
    const listOrphans = () => this.runner.listProcesses().filter(({ pid }) => pid !== this.runner.pid);
    const areAllowed = () => countHosts(listOrphans()) <= spareHosts && listOrphans().every(isDynamicHost);
    const end = Date.now() + orphansEndWithinMs;
    while (!areAllowed() && Date.now() < end) {
      await sleep(200);
    }
    const isFine = areAllowed();
    const orphans = listOrphans();
    orphans.forEach(({ pid }) => killIfRunning(pid));
    this.log(...orphans.map(({ pid, parent, command }) => `   left: ${pid}, child of ${parent}: ${command}`));
    return isFine ? [] : [`${orphans.length} processes are left ${orphansEndWithinMs / 1000} s after the engine`];
  }

  private finishTasks(): void {
    this.emulator.clearFaults();
    this.emulator.advanceClock(TASK_MS);
  }

  private logOperation({ operation, options, outcome, requests }: OperationRecord, kill: Kill | undefined): void {
    const given = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
    const ended = kill ? `${kill.victim} killed at ${kill.point.name}` : outcome.isDone ? "done" : "failed";
    this.log(`── ${[operation, ...given].join(", ")}: ${ended}`, outcome.text.trim());
    for (const { method, path, status, fault } of requests) {
      this.log(`   ${method} ${path} ${status ?? "no answer"}${fault ? " (fault)" : ""}`);
    }
  }

  log(...lines: string[]): void {
    this.lines.push(...lines);
  }

  clearLog(): void {
    this.lines = [];
  }

  /** All that was printed, sent and declared. */
  report(): string {
    return [...this.lines, "── the program", JSON.stringify(this.program, undefined, 2)].join("\n");
  }

  async close(): Promise<void> {
    const left = this.runner.listProcesses().map(({ pid }) => pid);
    this.runner.close();
    await this.emulator.close();
    await waitUntil(() => !left.some(isRunning), "the program to end");
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By default polls rarely, because listing processes takes a while. */
async function waitUntil(condition: () => boolean, what: string, everyMs: number = 200): Promise<void> {
  const end = Date.now() + GIVE_UP_MS;
  while (!condition()) {
    if (Date.now() > end) {
      throw new Violation(`waited ${GIVE_UP_MS / 1000} seconds in vain for ${what}`);
    }
    await sleep(everyMs);
  }
}
