import { readdirSync, statSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { declareFunction } from "../../engine/setup/functions";
import { expectConverged } from "../../engine/setup/expectations";
import { engineTest, failureText } from "../../engine/setup/test-stack";

engineTest("a checkpoint torn by a kill is readable after the steps of docs/reliability.md", {}, async (stack) => {
  stack.program = declareFunction().program;
  await stack.up();
  const backend = path.join(stack.stack.workspace.workDir, "..", "state", ".pulumi");
  writeFileSync(path.join(backend, "stacks", "test", "dev.json.attrs"), "");
  expect(await failureText(stack.up())).toContain("failed to load checkpoint: EOF");

  // find <backend>/.pulumi -name '*.attrs' -size 0 -delete
  const files = readdirSync(backend, { recursive: true, encoding: "utf8" }).map((file) => path.join(backend, file));
  const empty = files.filter((file) => file.endsWith(".attrs") && statSync(file).size === 0);
  expect(empty.map((file) => path.basename(file))).toEqual(["dev.json.attrs"]);
  empty.forEach((file) => rmSync(file));
  await expectConverged(stack);
});
