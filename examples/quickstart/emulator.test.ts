import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { startEmulator } from "edgecloud-emulator";
import { OriginGroup } from "pulumi-edgecloud";

void test("the program creates its group and converges", async () => {
  const emulator = await startEmulator();
  const program = () => {
    new OriginGroup("website", { name: "website", sources: [{ source: "web.example.com" }] });
    return Promise.resolve();
  };
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: "test", projectName: "my-project", program });
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
  }
});
