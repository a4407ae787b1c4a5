import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Emulator } from "edgecloud-emulator";
import { engineEnvironment } from "../../../tools/engine";
import { hostsIn } from "../../engine/setup/clone";
import { byTheClock, collection, required } from "../../engine/setup/functions";
import { waitUntil } from "../../engine/setup/host-process";
import { startPlatform } from "../../engine/setup/platform";
import { pulumi } from "../../engine/setup/pulumi-command";
import { opensTerminals, Terminal } from "../../engine/setup/terminal";

const work = path.resolve(__dirname, "../../../.work/tests");

/** What the row of the stack shows, whole. */
const line = /\b\d+ s BUILDING task [0-9a-f]{4} RUNNING: function resize$/;

/** Its first words, as far as Pulumi's own columns leave room at 130 columns. */
const beginning = /\b\d+ s BUILDING task [0-9a-f]{4} RUNNING: fun/;

interface Running {
  terminal: Terminal;
  emulator: Emulator;
}

/** A function is built in a terminal of that width, and its task runs until `body` has ended. */
async function whileBuilding(columns: number, options: string[], body: (run: Running) => Promise<void>): Promise<void> {
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(path.join(work, "terminal-"));
  const emulator = await startPlatform();
  let terminal: Terminal | undefined;
  try {
    const program = `
      const { CloudFunction } = require("pulumi-edgecloud");
      new CloudFunction("resize", ${JSON.stringify(required)});
    `;
    await writeFile(path.join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nmain: program.js\n");
    await writeFile(path.join(folder, "program.js"), program);
    const platform = { EDGECLOUD_BASE_URL: emulator.url, EDGECLOUD_API_KEY: "demo-key" };
    const hosts = { PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
    const env = { ...engineEnvironment({ stateFolder: path.join(folder, "state") }), ...platform, ...hosts };
    await pulumi(folder, env, ["stack", "init", "dev"]);
    emulator.addFault({ method: "POST", path: collection, tasks: byTheClock });
    const up = ["up", "--yes", "--skip-preview", ...options];
    terminal = new Terminal(up, columns, folder, env, await hostsIn(folder));
    await body({ terminal, emulator });
    emulator.advanceClock(byTheClock.runningMs);
    expect(await terminal.ended).toBe(0);
  } finally {
    await terminal?.close();
    await emulator.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const rowsOfStack = ({ rows }: Terminal) => rows.filter((row) => row.includes("pulumi:pulumi:Stack"));

/** A test that needs a terminal; where none can be opened, its title and a line say so. */
function terminalTest(title: string, body: () => Promise<void>): void {
  if (opensTerminals) {
    test(title, body);
  } else {
    process.stderr.write(`Not tested: ${title} (\`script\` of util-linux is not installed)\n`);
    test.skip(`${title} (skipped: no \`script\` of util-linux)`, () => undefined);
  }
}

terminalTest(
  "progress in a terminal: at 130 columns the row has seconds and state, at 80 Pulumi's columns fill it",
  () =>
    whileBuilding(130, [], async ({ terminal }) => {
      await waitUntil(() => rowsOfStack(terminal).some((row) => beginning.test(row)));
      const before = rowsOfStack(terminal).length;
      terminal.resize(80);
      await waitUntil(() => rowsOfStack(terminal).length > before + 2);
      // docs/functions.md says what to do then. Should Pulumi leave room one day, the page can say less.
      expect(rowsOfStack(terminal).at(-1)).toMatch(/^ \+ {3}pulumi:pulumi:Stack +shop-dev +creating/);
      expect(rowsOfStack(terminal).at(-1)).not.toMatch(/ s BUI/);
    }),
);

terminalTest("progress in a terminal of 80 columns: --non-interactive prints it completely", () =>
  whileBuilding(80, ["--non-interactive"], async ({ terminal }) => {
    await waitUntil(() => rowsOfStack(terminal).some((row) => line.test(row)));
  }),
);
