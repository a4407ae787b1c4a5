// The oldest supported TypeScript reads this, too: no syntax that is newer than 3.8.
import * as pulumi from "@pulumi/pulumi";
import * as edgecloud from "pulumi-edgecloud";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import type * as host from "pulumi-edgecloud/host";
import * as plugin from "pulumi-edgecloud/plugin";

/** In an ES module, the exports of a CommonJS module are its default export. */
type Host = typeof host extends { default: infer Exported } ? Exported : typeof host;

export type DynamicProvider = Host[string];

const registered: string[] = [];
const asked: string[] = [];

/** The answers of the data sources, by the token of the function. */
const answers: { [token: string]: object } = {
  "edgecloud:index:getImage": { id: "image-1", minDisk: 8 },
  "edgecloud:index:getImages": [{ id: "image-1" }],
  "edgecloud:index:getFunction": { endpoint: "https://resize.example.com", envs: { TOKEN: "t" } },
  "edgecloud:index:getFunctionNamespace": { functionNames: ["resize"], envs: null },
  "edgecloud:index:getLiveStream": {
    uri: null,
    pushUrl: "rtmp://push.example.com/in/key",
    hlsMpegtsUrl: "https://play.example.com/a.m3u8",
    startedAtPrimary: null,
    finishedAtPrimary: null,
  },
  "edgecloud:index:getOriginGroup": { originGroupId: 1001, sources: [] },
  "edgecloud:index:getOriginGroups": [{ originGroupId: 1001 }],
  "edgecloud:index:getSnapshot": { id: "snapshot-1", size: 10 },
  "edgecloud:index:getSnapshots": [{ id: "snapshot-1", tags: [] }],
  "edgecloud:index:getTranscodingDuration": { records: [], durations: [], totalMinutes: 90 },
  "edgecloud:index:queryAnalytics": { countries: [{ id: 7 }] },
};

function declareResources() {
  const provider = new edgecloud.Provider("eu", { apiKey: pulumi.secret("key"), baseUrl: "https://api.example.com" });
  const pluginProvider = new plugin.Provider("eu-plugin", { apiKey: "key", baseUrl: "https://api.example.com" });
  const sources: edgecloud.Source[] = [
    { source: "origin.example.com" },
    { originType: "edgeapp", config: { appId: "app" }, backup: true },
    {
      config: {
        s3Type: "other",
        s3StorageHostname: "s3.example.com",
        s3BucketName: "media",
        s3AccessKeyId: "access-key",
        s3SecretAccessKey: "s".repeat(16),
      },
    },
  ];
  const group = new OriginGroup("assets", { name: "assets", sources }, { provider });
  const snapshotArgs = { projectId: 1, regionId: 2, snapshotId: "6a36ad0c-3d86-4f0e-9e5b-8b6bd9e5d0a1" };
  new edgecloud.SnapshotAttributes("nightly", { ...snapshotArgs, tags: { team: "web" } });
  const namespaceArgs: edgecloud.FunctionNamespaceArgs = { name: "images", envs: { BUCKET: "thumbnails" } };
  const functionArgs: edgecloud.CloudFunctionArgs = {
    namespace: new edgecloud.FunctionNamespace("images", namespaceArgs).namespace,
    name: "resize",
    runtime: "go1.16.6",
    flavor: "80mCPU-128MB",
    mainMethod: "Resize",
    code: "package kubeless",
    timeout: 30,
    autoscaling: { minInstances: 1, maxInstances: 5 },
  };
  new CloudFunction("resize", functionArgs);
  new plugin.OriginGroup("assets-plugin", { name: "assets", sources }, { provider: pluginProvider });
  new plugin.SnapshotAttributes("nightly-plugin", snapshotArgs);
  new plugin.FunctionNamespace("images-plugin", namespaceArgs);
  new plugin.CloudFunction("resize-plugin", functionArgs);
  return group;
}

async function readAll(): Promise<string> {
  const scope = { projectId: 1, regionId: 2 };
  const image = await edgecloud.getImage({ ...scope, name: "golden-web" });
  const images = await edgecloud.getImages(scope);
  const resize = await edgecloud.getFunction({ ...scope, namespace: "images", name: "resize" });
  const namespace = await edgecloud.getFunctionNamespace({ ...scope, name: "images" });
  const stream = await edgecloud.getLiveStream({ streamId: 7 });
  const group = await edgecloud.getOriginGroup({ name: "assets" });
  const groups = await edgecloud.getOriginGroups();
  const snapshot = await edgecloud.getSnapshot({ ...scope, name: "nightly" });
  const snapshots = await edgecloud.getSnapshots(scope);
  const { from, to } = edgecloud.analyticsWindow({ days: 7 });
  const usage = await edgecloud.getTranscodingDuration({ from: new Date(0), to: "2026-11-01T00:00:00Z" });
  const report = await edgecloud.queryAnalytics<{ countries: { id: number }[] }>({ query: "{ countries { id } }" });
  const texts: (string | number | null | undefined)[] = [
    image.id,
    images.length,
    resize.endpoint,
    namespace.functionNames.join(),
    edgecloud.rtmpsUrl(stream.pushUrl),
    edgecloud.withDurationSec(stream.hlsMpegtsUrl),
    edgecloud.pullAddresses(stream.uri).length,
    edgecloud.isSessionOngoing(stream) ? "on air" : "off air",
    group.originGroupId,
    groups.length,
    snapshot.size,
    snapshots.length,
    from < to ? "window" : "none",
    usage.totalMinutes,
    report.countries.map(({ id }) => id).join(),
  ];
  return texts.join(" ");
}

function readAllOutputs() {
  const scope = { projectId: pulumi.output(1), regionId: 2 };
  return pulumi
    .all([
      edgecloud.getImageOutput({ ...scope, name: "golden-web" }).minDisk,
      edgecloud.getImagesOutput(scope).apply((images) => images.length),
      edgecloud.getFunctionOutput({ ...scope, namespace: "images", name: "resize" }).endpoint,
      edgecloud.getLiveStreamOutput({ streamId: pulumi.output(7) }).pushUrl.apply((url) => edgecloud.rtmpsUrl(url)),
      edgecloud.getOriginGroupOutput({ name: pulumi.output("assets") }).originGroupId,
      edgecloud.getOriginGroupsOutput().apply((groups) => groups.length),
      edgecloud.getSnapshotOutput({ ...scope, name: "nightly" }).size,
      edgecloud.getSnapshotsOutput(scope).apply((snapshots) => snapshots.length),
    ])
    .apply((values) => values.join(" "));
}

function readUsageOutputs() {
  const minutes = edgecloud.getTranscodingDurationOutput({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
  const report = edgecloud.queryAnalyticsOutput<{ countries: { id: number }[] }>({ query: "{ countries { id } }" });
  const { functionNames } = edgecloud.getFunctionNamespaceOutput({ name: pulumi.output("images") });
  return pulumi
    .all([
      minutes.totalMinutes,
      report.countries.apply((countries) => countries.map(({ id }) => id).join()),
      functionNames.apply((names) => names.join()),
    ])
    .apply((values) => values.join(" "));
}

function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

async function refusal(): Promise<string> {
  try {
    await edgecloud.getImage({ imageId: "" });
    return "no refusal";
  } catch (error) {
    return error instanceof edgecloud.DataSourceError ? error.message : `not a DataSourceError: ${String(error)}`;
  }
}

async function main() {
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      registered.push(type);
      return { id: `${name}-id`, state: { ...(inputs as object), originGroupId: 1001 } };
    },
    call: ({ token }) => {
      asked.push(token);
      return answers[token] || {};
    },
  });
  const { originGroupId } = declareResources();
  const values = [await valueOf(originGroupId), await readAll(), await valueOf(readAllOutputs())];
  values.push(await valueOf(readUsageOutputs()), await refusal());
  await pulumi.runtime.disconnect();
  console.log(JSON.stringify({ values, registered: registered.sort(), asked: asked.length }));
}

void main();
