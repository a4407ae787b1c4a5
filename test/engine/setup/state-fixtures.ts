import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { EmulatorState } from "edgecloud-emulator";
import { version } from "../../../provider/package.json";
import { host } from "./host";
import { withNamespaces } from "./platform";
import { TestStack, type ExportedResource, type StackOptions } from "./test-stack";

/** A state as a version of this package has written it, with the platform as it was then. */
interface Fixture {
  deployment: { resources: ExportedResource[] };
  platform: EmulatorState;
}

const folder = path.resolve(__dirname, "../../full/engine/fixtures");

/** The address of the platform does not matter. */
const anyAddress = "http://127.0.0.1:1";

/** The states of this host, as each version wrote them: a new version adds a file (`UPDATE_FIXTURES=1`), and changes none. */
export function listFixtures(): string[] {
  return readdirSync(folder).filter((file) => file.endsWith(`-${host}.json`));
}

/** Writes the state of this version into which `prepare` brings a stack, if that is asked for and missing. */
export async function writeFixture(options: StackOptions, prepare: (stack: TestStack) => Promise<void>): Promise<void> {
  const file = path.join(folder, `states-${version}-${host}.json`);
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

/** A stack with the state of that file, on the platform that belongs to it. */
export async function restoreFixture(file: string, options: StackOptions): Promise<TestStack> {
  const stack = await TestStack.start(options);
  const address = new RegExp(`${anyAddress.replaceAll(".", "\\.")}\\b`, "g");
  const text = readFileSync(path.join(folder, file), "utf8").replaceAll(address, stack.emulator.url);
  const { deployment, platform } = JSON.parse(text) as Fixture;
  // The emulator of version 0.1.0 had no namespaces.
  stack.emulator.replaceState("namespaces" in platform ? platform : withNamespaces(platform));
  await stack.stack.importStack({ version: 3, deployment });
  stack.emulator.clearRequests();
  return stack;
}
