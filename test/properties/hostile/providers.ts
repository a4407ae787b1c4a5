import type { Clock } from "../../../provider/api/transport/stop";
import type { ResourceDefinition } from "../../../provider/core/handler";
import type { JsonObject } from "../../../provider/values/json";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { WaitDisplay } from "../../../provider/hosts/wait-display";
import { resources as definitions } from "../../../provider/resources/index";
import { args, optional } from "../../unit/cloud-function/functions";
import type { HostilePlatform } from "./platform";

/** The end of an operation: a result in the form of the host, or an error, which may have a state too. */
export interface Outcome {
  id?: string;
  outs?: JsonObject;
  props?: JsonObject;
  inputs?: JsonObject;
  properties?: JsonObject;
}

/** A provider as the host calls it. */
export interface Provider {
  check(
    olds: JsonObject,
    news: JsonObject,
  ): Promise<{ inputs?: JsonObject; failures?: { property: string; reason: string }[] }>;
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<object>;
  create(news: JsonObject): Promise<Outcome>;
  read(id: string, olds: JsonObject): Promise<Outcome>;
  update(id: string, olds: JsonObject, news: JsonObject): Promise<Outcome>;
  delete(id: string, olds: JsonObject): Promise<void>;
}

const waits = new WaitDisplay(
  () => undefined,
  () => false,
);

/** A clock on which any wait is over at once, unless the operation turns out to be endless. */
function quickClock(platform: HostilePlatform): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: (ms) => {
      // A step that is lost when it is added to a large number would stop the clock.
      now += Math.max(ms, 1);
      return ms >= 0 && !platform.isEndless() ? Promise.resolve() : Promise.reject(new Error(`endless wait: ${ms} ms`));
    },
    random: Math.random,
  };
}

const settings = {
  "edgecloud:apiKey": "hostile-test-key",
  "edgecloud:maxRetries": "0",
  "edgecloud:projectId": "12",
  "edgecloud:regionId": "7",
};

export type Resource = keyof typeof definitions;

/** The names of the resources, each served as by the host, except that waits take no time. */
export const resources = Object.keys(definitions) as Resource[];

/** A provider as the host has it, connected to that platform. */
export async function providerOf(resource: Resource, platform: HostilePlatform): Promise<Provider> {
  const clock = quickClock(platform);
  const definition = definitions[resource] as ResourceDefinition<object, object>;
  const withClock: typeof definition = {
    ...definition,
    createHandler: (connect) => definition.createHandler(connect, clock),
  };
  const provider = new DynamicProvider(withClock, { notify: () => undefined, waits });
  const all: Record<string, string> = { ...settings, "edgecloud:baseUrl": platform.url };
  await provider.configure({ config: { get: (key) => all[key], require: () => "" } });
  return provider;
}

/** The literal among the properties of every resource. */
export function literalOf(resource: Resource): { __provider: string } {
  return { __provider: `exports.handler = () => require("pulumi-edgecloud/host").${resource}` };
}

const keys = { s3AccessKeyId: "key-id-0001", s3SecretAccessKey: "secret-access-key-0001" };

/** Valid arguments, with everything that can be given. */
export const fullArgs: Record<Resource, JsonObject> = {
  OriginGroup: {
    name: "assets",
    useNext: true,
    proxyNextUpstream: ["error", "http_503"],
    sources: [
      { source: "origin.example.com:8443", backup: false, enabled: true, hostHeaderOverride: "www.example.com" },
      {
        originType: "s3",
        config: { s3Type: "cloudvendor", s3BucketName: "media", s3Region: "eu-1", ...keys },
        backup: true,
      },
      { originType: "edgeapp", config: { appId: "7" } },
    ],
    onDestroy: "delete",
  },
  SnapshotAttributes: {
    projectId: 12,
    regionId: 7,
    snapshotId: "00000000-0000-4000-8000-000000000001",
    name: "nightly",
    tags: { team: "web", theirs: null },
    exclusiveTags: true,
    onDestroy: "restore",
    lockTimeoutSeconds: 60,
  },
  CloudFunction: { ...args(optional), disabled: false, onDestroy: "delete", taskTimeoutSeconds: 60 },
  FunctionNamespace: {
    projectId: 12,
    regionId: 7,
    name: "images",
    description: "Pictures.",
    envs: { MODE: "fast", TOKEN: "token-of-the-tests" },
    onDestroy: "delete",
    taskTimeoutSeconds: 60,
  },
};
