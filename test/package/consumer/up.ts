import { automation } from "@pulumi/pulumi";
import { OriginGroup } from "pulumi-edgecloud";

function program() {
  const { originGroupId } = new OriginGroup("assets", { name: "assets", sources: [{ source: "origin.example.com" }] });
  return Promise.resolve({ originGroupId });
}

interface Task {
  engineRoot: string;
  envVars: Record<string, string>;
  workDir: string;
}

/** Takes a stack through its life cycle on the engine; its settings come as JSON from the test. */
async function main() {
  const { engineRoot, envVars, workDir } = JSON.parse(process.argv.slice(2).join()) as Task;
  const pulumiCommand = await automation.PulumiCommand.get({ root: engineRoot });
  const projectSettings: automation.ProjectSettings = { name: "consumer", runtime: "nodejs", main: workDir };
  const options = { envVars, workDir, pulumiCommand, projectSettings };
  const stack = await automation.LocalWorkspace.createStack(
    { stackName: "dev", projectName: "consumer", program },
    options,
  );
  const preview = await stack.preview();
  const up = await stack.up();
  const again = await stack.preview({ expectNoChanges: true });
  const destroy = await stack.destroy();
  const changes = [preview.changeSummary, up.summary.resourceChanges, again.changeSummary];
  const originGroupId: unknown = up.outputs.originGroupId?.value;
  console.log(JSON.stringify({ changes: [...changes, destroy.summary.resourceChanges], originGroupId }));
}

void main();
