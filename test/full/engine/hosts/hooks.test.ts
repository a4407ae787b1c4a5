import * as pulumi from "@pulumi/pulumi";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { required } from "../../../engine/setup/functions";
import { findWords } from "../../../engine/setup/search";
import { allCredentials, cloudBucket, credentials, legacyBucket, rotated } from "../../../engine/setup/sources";
import { engineTest } from "../../../engine/setup/test-stack";

const phases = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete"] as const;

const [variable, newVariable, header] = ["tests-variable-0001", "tests-variable-0002", "tests-header.example.com"];

const words = [...allCredentials, variable, newVariable, header];

engineTest("hooks and events get no secret in plain text", {}, async (stack) => {
  const given: Record<string, string> = {};
  const events: string[] = [];
  // What `--debug` shows is not hidden, with any provider: `docs/secrets.md`.
  const onEvent = (event: EngineEvent) =>
    void (String(event.diagnosticEvent?.severity) === "debug" || events.push(JSON.stringify(event)));
  /** Hooks that keep what they are given, as one that logs it would. */
  const createHooks = () =>
    Object.fromEntries(
      phases.map((phase) => {
        const keep = (args: pulumi.ResourceHookArgs) => {
          given[phase] = (given[phase] ?? "") + JSON.stringify(args);
        };
        return [phase, [new pulumi.ResourceHook(phase, keep)]];
      }),
    );
  const declare = (pair: typeof credentials, value: string) => () => {
    const opts = { hooks: createHooks() };
    const hidden = { ...cloudBucket("films", pair), hostHeaderOverride: pulumi.secret(header) };
    const sources = [{ source: "a.example.com" }, cloudBucket("media", pair), hidden];
    new OriginGroup("assets", { name: "assets", sources }, opts);
    const auth = { ...legacyBucket, s3AccessKeyId: pair.accessKeyId, s3SecretAccessKey: pair.secretAccessKey };
    new OriginGroup("legacy", { name: "legacy", authType: "cloudSignatureV4", auth }, opts);
    const envs = { LEVEL: "info", TOKEN: pulumi.secret(value) };
    new CloudFunction("resize", { ...required, name: "resize", onDestroy: "delete", envs }, opts);
  };
  stack.program = declare(credentials, variable);
  await stack.up(undefined, { onEvent });
  stack.program = declare(rotated, newVariable);
  await stack.up(undefined, { onEvent });
  await stack.refresh({ onEvent });
  // The hooks of deletes must be there, too.
  stack.program = () => void createHooks();
  await stack.up(undefined, { onEvent });
  expect(Object.keys(given).sort()).toEqual([...phases].sort());
  expect(events.length).toBeGreaterThan(0);
  expect(findWords(words, { ...given, events: events.join("\n") })).toEqual([]);
});
