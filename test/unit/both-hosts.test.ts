import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(__dirname, "../..");
const engine = path.join(root, "test/engine");

/** The files below test/engine that jest would run with the classes of the plugin. */
async function testsOfPlugin(config: string): Promise<string[]> {
  const args = ["--listTests", "--config", config, "--selectProjects", "plugin"];
  const jest = require.resolve("jest/bin/jest");
  const { stdout } = await promisify(execFile)(process.execPath, [jest, ...args], { cwd: root });
  return stdout.split("\n").flatMap((line) => (line.endsWith(".test.ts") ? [path.relative(engine, line.trim())] : []));
}

test("every engine test that says with byHost what differs runs on the plugin, too", async () => {
  const read = (file: string) => readFileSync(path.join(engine, file), "utf8");
  const files = readdirSync(engine, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const saying = files.filter((file) => /^import \{.*\bbyHost\b/m.test(read(file)));
  const modules = saying.filter((file) => !file.endsWith(".test.ts")).map((file) => path.basename(file, ".ts"));
  const using = new RegExp(`^import .*"\\.{1,2}/setup/(${modules.join("|")})";`, "m");
  const tests = files.filter((file) => file.endsWith(".test.ts") && (saying.includes(file) || using.test(read(file))));
  expect(tests).toEqual(expect.arrayContaining(["origin-group-drift.test.ts", "long-lists.test.ts"]));

  const [some, more] = await Promise.all([testsOfPlugin("jest.config.js"), testsOfPlugin("jest.plugin.config.js")]);
  const run = new Set([...some, ...more]);
  expect(tests.filter((file) => !run.has(file))).toEqual([]);
});
