import { readFileSync } from "node:fs";
import path from "node:path";
import { findLanguageHost } from "../../../tools/engine";
import { ENGINE, GO_MINIMUM, YAML_HOST } from "../../../tools/engine/versions";
import { engine } from "../../engine/setup/engine";

const root = path.resolve(__dirname, "../../..");

test("the engine found has a host for YAML", () => {
  const said: string[] = [];
  expect(findLanguageHost(engine, "yaml", (line) => said.push(line))).toBeDefined();
  expect(said).toEqual([expect.stringMatching(/^Engine: yaml programs, .*pulumi-language-yaml/)]);
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
