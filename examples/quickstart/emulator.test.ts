import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { startEmulator } from "edgecloud-emulator";
import { OriginGroup } from "pulumi-edgecloud";

void test("the program creates its group and converges", async () => {
  const emulator = await startEmulator();
  const folder = await mkdtemp(path.join(tmpdir(), "my-project-"));
  const program = () => {
    new OriginGroup("website", { name: "website", sources: [{ source: "web.example.com" }] });
    return Promise.resolve();
  };
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "test", projectName: "my-project", program },
    { envVars: { PULUMI_BACKEND_URL: pathToFileURL(folder).href, PULUMI_CONFIG_PASSPHRASE: "test" } },
  );
  try {
    await stack.setConfig("edgecloud:baseUrl", { value: emulator.url });
    await stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
    await stack.up();
    assert.equal(emulator.state().originGroups[0]?.name, "website");
    const { changeSummary } = await stack.preview();
    assert.deepEqual(Object.keys(changeSummary), ["same"]);
  } finally {
    await stack.destroy();
    await emulator.close();
    await rm(folder, { recursive: true });
  }
});
