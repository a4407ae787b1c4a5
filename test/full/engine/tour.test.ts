import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(__dirname, "../../..");

const steps = [
  "edgecloud-quickstart  preview  6 create",
  "edgecloud-quickstart  up       6 create",
  "edgecloud-quickstart  preview  6 same",
  "edgecloud-quickstart  refresh  1 update, 5 same",
  "edgecloud-quickstart  preview  1 update, 5 same",
  "edgecloud-quickstart  up       1 update, 5 same",
  "edgecloud-quickstart  destroy  6 delete",
  "edgecloud-yaml        preview  4 create",
  "edgecloud-yaml        up       4 create",
  "edgecloud-yaml        preview  4 same",
  "edgecloud-yaml        destroy  4 delete",
];

/** Runs a tool as a user does. */
const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });

test("npm start: the tour takes every step and reports what each changed", async () => {
  const { stdout } = await run("tools/start.js");
  const table = stdout.slice(stdout.indexOf("What the tour proved"));
  const rows = table.split("\n").filter((line) => / \d+\.\d s$/.test(line));
  expect(rows.map((row) => row.replace(/ +\d+\.\d s$/, ""))).toEqual(steps);
  expect(stdout).toContain("~ backup: false => true");
});

test("on a fresh clone, npm start and npm test begin with npm ci, and say so where it fails", async () => {
  const clone = mkdtempSync(path.join(tmpdir(), "edgecloud-clone-"));
  try {
    mkdirSync(path.join(clone, "tools"));
    for (const name of ["start.js", "test.js", "setup.js"]) {
      cpSync(path.join(root, "tools", name), path.join(clone, "tools", name));
    }
    // Without a package.json, npm fails before it looks for the package.
    const lock = { packages: { "node_modules/missing": { version: "1.0.0" } } };
    writeFileSync(path.join(clone, "package-lock.json"), JSON.stringify(lock));
    const begin = (script: string) =>
      promisify(execFile)(process.execPath, [path.join(clone, "tools", script)]).catch((error: unknown) => error);
    const said = "Dependencies: npm ci (up to a minute) …\n";
    const failed = "npm ci failed; its messages are above.\n";
    expect(await begin("start.js")).toMatchObject({ code: 1, stdout: said + failed });
    expect(await begin("test.js")).toMatchObject({
      code: 1,
      stdout: `${said}\nFAILED  set-up: ${failed}0 passed, 1 failed\n`,
    });
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});
