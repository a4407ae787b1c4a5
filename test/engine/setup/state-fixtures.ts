import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EmulatorState } from "edgecloud-emulator";
import { version } from "../../../provider/package.json";
import { TestStack, type ExportedResource, type StackOptions } from "./test-stack";

/** A state as a version of this package has written it, with the platform as it was then. */
export interface Fixture {
  deployment: { resources: ExportedResource[] };
  platform: EmulatorState;
}

/** That of this version. Until it is written, tests read those of the versions before. */
const own = `states-${version}.json`;

/** The address of the platform does not matter. */
const anyAddress = "http://127.0.0.1:1";

/**
 * The states in a folder. Their form is a promise: a new version adds a file (`UPDATE_FIXTURES=1`), and changes none.
 */
export class StateFixtures {
  private readonly folder: string;

  constructor(...folders: string[]) {
    this.folder = path.join(path.resolve(__dirname, "../../full/engine/fixtures"), ...folders);
  }

  list(): string[] {
    return readdirSync(this.folder).filter((file) => file.endsWith(".json"));
  }

  /** Writes the state of this version into which `prepare` brings a stack, if that is asked for and missing. */
  async writeMissing(options: StackOptions, prepare: (stack: TestStack) => Promise<void>): Promise<void> {
    const file = path.join(this.folder, own);
    if (process.env.UPDATE_FIXTURES !== "1" || existsSync(file)) {
      return;
    }
    const stack = await TestStack.start(options);
    try {
      await prepare(stack);
      const exported = (await stack.stack.exportStack()) as Pick<Fixture, "deployment">;
      const fixture: Fixture = { deployment: exported.deployment, platform: stack.emulator.state() };
      const text = JSON.stringify(fixture, null, 1).replaceAll(stack.emulator.url, anyAddress);
      writeFileSync(file, `${text}\n`);
    } finally {
      await stack.close();
    }
  }

  /** A stack with the state of that file, on the platform that belongs to it, after a `change` of both. */
  async restore(
    file: string,
    options: StackOptions,
    change = (fixture: Fixture): Fixture => fixture,
  ): Promise<TestStack> {
    const stack = await TestStack.start(options);
    const address = new RegExp(`${anyAddress.replaceAll(".", "\\.")}\\b`, "g");
    const text = readFileSync(path.join(this.folder, file), "utf8").replaceAll(address, stack.emulator.url);
    const { deployment, platform } = change(JSON.parse(text) as Fixture);
    stack.emulator.replaceState(platform);
    await stack.stack.importStack({ version: 3, deployment });
    stack.emulator.clearRequests();
    return stack;
  }
}
