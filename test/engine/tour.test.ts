import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(__dirname, "../..");

const steps = [
  "preview --diff",
  "up",
  "preview --diff, again",
  "a change behind Pulumi's back",
  "refresh",
  "preview --diff of the drift",
  "up repairs it",
  "destroy",
  "YAML on the plugin: preview --diff",
  "YAML on the plugin: up",
  "YAML on the plugin: preview --diff, again",
  "YAML on the plugin: destroy",
  "the platform is as it was",
];

/** Runs a tool as a user does. */
const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root });

test("npm start: the tour takes every step and reports the result of each", async () => {
  const { stdout } = await run("tools/start.js");
  const table = stdout.slice(stdout.indexOf("What the tour proved"));
  const rows = table.split("\n").filter((line) => / \d+\.\d s$/.test(line));
  expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(steps);
  expect(stdout).toContain("~ backup: false => true");
  expect(stdout).not.toContain("FAILED");
});

test("on a fresh clone, the tools load before anything is installed", async () => {
  const clone = mkdtempSync(path.join(tmpdir(), "edgecloud-clone-"));
  try {
    for (const folder of ["tools", "emulator/seeds"]) {
      cpSync(path.join(root, folder), path.join(clone, folder), { recursive: true });
    }
    const load = 'for (const tool of ["tour", "setup", "engine"]) require(`./tools/${tool}`); console.log("loaded")';
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", load], { cwd: clone });
    expect(stdout).toBe("loaded\n");
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

test("a tool prints its usage and fails for wrong arguments", async () => {
  const failure = run("tools/kept.js", "destroy");
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining("node tools/kept.js") as string,
  });
});

test("finds no Pulumi on a machine without one", async () => {
  const find = 'require("./tools/engine").findEngine(console.log) ?? console.log("none")';
  const nowhere = { ...process.env, PATH: "", Path: "", PULUMI_HOME: path.join(root, ".work", "no-pulumi") };
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", find], { cwd: root, env: nowhere });
  expect(stdout.trim().split("\n").at(-1)).toBe("none");
});
