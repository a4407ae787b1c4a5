import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { findLanguageHost } from "../../../tools/engine";
import { ENGINE, BUILT, GO_MINIMUM, YAML_HOST, fileOf } from "../../../tools/engine/versions";
import { engine } from "../../engine/setup/engine";

const root = path.resolve(__dirname, "../../..");
const work = path.join(root, ".work/tests");
const yamlHost = fileOf(YAML_HOST.name);

/** The copy then counts as the same file, and is not replaced while it is in use. */
const sameTime = { preserveTimestamps: true };

/** The output of `findEngine` on a machine that has the engine, and no other part of Pulumi except on `PATH`. */
async function saidWith(paths: (home: string) => string): Promise<string> {
  mkdirSync(work, { recursive: true });
  const home = mkdtempSync(path.join(work, "home-"));
  try {
    const engineFile = path.join("bin", fileOf(ENGINE.name));
    cpSync(path.join(engine.root, engineFile), path.join(home, "versions", BUILT, engineFile), sameTime);
    const PATH = paths(home);
    const program = 'console.log(require("./tools/dist/engine").findEngine(console.log)?.root ?? "none")';
    const env = { ...process.env, PATH, Path: PATH, PULUMI_HOME: home };
    return (await promisify(execFile)(process.execPath, ["-e", program], { cwd: root, env })).stdout;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

test("the engine found has a host for YAML", () => {
  const said: string[] = [];
  expect(findLanguageHost(engine, "yaml", (line) => said.push(line))).toBeDefined();
  expect(said).toEqual([expect.stringMatching(/^Engine: yaml programs, .*pulumi-language-yaml/)]);
});

test("a language without a host is reported in one line", () => {
  const said: string[] = [];
  expect(findLanguageHost(engine, "cobol" as "go", (line) => said.push(line))).toBeUndefined();
  expect(said).toEqual(["Engine: no cobol programs: pulumi-language-cobol is not installed"]);
});

test("an engine without a host for YAML is not used", async () => {
  const lines = (await saidWith(() => "")).trim().split("\n");
  expect(lines.slice(1)).toEqual(["Engine: no pulumi-language-yaml beside it or on PATH", "none"]);
});

test("a host for YAML on PATH is copied beside the engine", async () => {
  const said = await saidWith((home) => {
    cpSync(findLanguageHost(engine, "yaml")!, path.join(home, "hosts", yamlHost), sameTime);
    return path.join(home, "hosts");
  });
  const found = { root: said.trim().split("\n").at(-1)!, version: engine.version };
  expect(findLanguageHost(found, "yaml")).toBe(path.join(found.root, "bin", yamlHost));
});

test("builds the versions of go.mod", () => {
  const required = readFileSync(path.join(root, "tools/engine/go.mod"), "utf8");
  const modules = {
    "github.com/pulumi/pulumi/pkg/v3": ENGINE,
    "github.com/pulumi/pulumi-yaml": YAML_HOST,
  };
  for (const [name, executable] of Object.entries(modules)) {
    expect(required).toMatch(new RegExp(`^\t${name} v${executable.version}( |$)`, "m"));
    expect(required).toMatch(new RegExp(`^\t${executable.package}$`, "m"));
  }
  expect(required).toContain(`\ngo ${GO_MINIMUM}\n`);
});
