import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, Provider } from "pulumi-edgecloud/plugin";
import { engineTest, failureText } from "./setup/test-stack";

const sources = [{ source: "a.example.com" }];

engineTest("a missing key is one error of the provider", {}, async (stack) => {
  stack.program = () => {
    new OriginGroup("one", { name: "one", sources });
    new OriginGroup("two", { name: "two", sources });
  };
  await stack.stack.removeConfig("edgecloud:apiKey");
  const failure = await failureText(stack.preview());
  expect(failure).toContain(
    "edgecloud:apiKey is not set; set it with `pulumi config set --secret edgecloud:apiKey <value>`",
  );
  const lines = new Set(failure.split("\n").filter((line) => line.includes("edgecloud:apiKey is not set")));
  expect([...lines].filter((line) => line.startsWith("error:"))).toHaveLength(1);
  await stack.stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
  await stack.up();
});

engineTest("a key that the platform refuses fails the preview", {}, async (stack) => {
  stack.program = () => void new OriginGroup("assets", { name: "assets", sources });
  await stack.stack.setConfig("edgecloud:apiKey", { value: "another-key", secret: true });
  expect(await failureText(stack.preview())).toContain("edgecloud:apiKey in the configuration of the stack");
  await stack.stack.setConfig("edgecloud:apiKey", { value: "demo-key", secret: true });
});

engineTest("changed settings replace nothing, and the key stays hidden", {}, async (stack) => {
  const program = (requestTimeoutSeconds: number, apiKey: pulumi.Input<string>) => () => {
    const provider = new Provider("eu", { apiKey, baseUrl: stack.emulator.url, requestTimeoutSeconds });
    new OriginGroup("assets", { name: "assets", sources }, { provider });
  };
  stack.program = program(30, "demo-key");
  await stack.up();
  const state = JSON.stringify(await stack.allResources());
  expect(state).not.toContain("demo-key");
  stack.program = program(60, pulumi.secret("demo-key"));
  const preview = await stack.preview();
  expect(preview).toMatch(/~ requestTimeoutSeconds: "30" => "60"/);
  expect(preview).toMatch(/1 to update\s+2 unchanged/);
  await stack.up();
  expect(stack.changes()).toEqual(["POST /cdn/origin_groups 201"]);
});

engineTest("an unknown setting is reported", {}, async (stack) => {
  stack.program = () => void new OriginGroup("assets", { name: "assets", sources });
  await stack.stack.setConfig("edgecloud:apikey", { value: "x" });
  expect(await failureText(stack.preview())).toContain("edgecloud:apikey is not a setting; remove it");
  await stack.stack.removeConfig("edgecloud:apikey");
});
