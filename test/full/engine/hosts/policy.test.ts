import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { OriginGroup } from "pulumi-edgecloud";
import { requireBackups } from "../../../../examples/policy/require-backups";
import { writePolicyRunner } from "../../../engine/setup/policy-runner";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

const server = { source: "web-1.example.com" };

engineTest("a group without a backup fails the preview before anything is sent", {}, async (stack) => {
  stack.program = () => {
    requireBackups();
    new OriginGroup("website", { name: "website", useNext: true, sources: [server] });
  };
  const failure = await failureText(stack.preview());
  expect(failure).toContain('origin group "website" has no backup: give one of its sources backup: true');
  expect(stack.requests()).toEqual([]);
});

const root = path.resolve(__dirname, "../../../..");

engineTest("the policy pack refuses a group without a backup, and no other", {}, async (stack) => {
  const folder = mkdtempSync(path.join(root, ".work/tests/policy-"));
  writePolicyRunner(folder);
  try {
    const { workspace } = stack.stack;
    const searched = [folder, process.env.PATH].join(path.delimiter);
    workspace.envVars = { ...workspace.envVars, PATH: searched, PULUMI_IGNORE_AMBIENT_PLUGINS: "" };
    stack.program = () => {
      new OriginGroup("website", {
        name: "website",
        useNext: true,
        sources: [server, { source: "web-2.example.com", backup: true }],
      });
      new OriginGroup("lonely", { name: "lonely", useNext: true, sources: [server] });
    };
    const preview = stack.preview({ policyPacks: [path.join(root, "examples/policy/pack")] });
    const failure = await failureText(preview);
    expect(failure).toContain('Give one of the sources of "lonely" backup: true.');
    expect(failure).not.toContain('Give one of the sources of "website"');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
