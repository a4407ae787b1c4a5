import type { Input, InvokeOptions, Output } from "@pulumi/pulumi";
import * as edgecloud from "pulumi-edgecloud";
import type { StackOptions } from "./test-stack";

const snapshotId = "6a36ad0c-3d86-4f0e-9e5b-8b6bd9e5d0a1";

/** The value of a variable of the seed, which may occur in secrets only. */
export const functionSecret = "tests-function-token-0001";

/** A platform with something for every data source. */
export const options: StackOptions = {
  seed: {
    images: [
      { id: "image-1", name: "ubuntu-24.04", project_id: 1, region_id: 2, os_distro: "ubuntu", os_version: "24.04" },
      { id: "image-2", name: "debian-13", project_id: 1, region_id: 2, os_distro: "debian", os_version: "13" },
    ],
    originGroups: [
      { id: 101, name: "media", sources: [{ source: "media.example.com" }] },
      { id: 102, name: "website", sources: [{ source: "web.example.com" }] },
    ],
    snapshots: [
      { id: snapshotId, name: "nightly", project_id: 1, region_id: 2 },
      { id: "0f1e2d3c-4b5a-4678-8a9b-0c1d2e3f4a5b", name: "manual", project_id: 1, region_id: 2 },
    ],
    functions: [
      {
        ...{ project_id: 1, region_id: 2, namespace: "images", name: "resize", flavor: "80mCPU-128MB", timeout: 30 },
        ...{ code_text: "package images", main_method: "Resize", runtime: "go1.16.6", envs: { TOKEN: functionSecret } },
      },
    ],
    streams: [{ id: 7, name: "Main stage", token: "tests-stream-token-0001", srt_passphrase: "tests-passphrase-0001" }],
    vodStatistics: { today: "2026-03-31T12:00:00Z", clients: [{ client: 11, minutesPerDay: 960 }] },
    analytics: { today: "2026-03-31T12:00:00Z", resources: [{ id: 9001, cname: "cdn.example.com" }] },
  },
  config: { "edgecloud:projectId": { value: "1" }, "edgecloud:regionId": { value: "2" } },
};

/** Texts of the seed, which may occur in secrets only. */
export const streamSecrets = ["tests-stream-token-0001", "tests-passphrase-0001"];

/** One data source with arguments for an existing object; a test may pass a `text` that is known later. */
export interface Case {
  /** A text that one of the arguments takes. */
  text: string;
  promise(text: string, opts?: InvokeOptions): Promise<unknown>;
  output(text: Input<string>, opts?: InvokeOptions): Output<unknown>;
  /** A part of the result, its expected value, and the path of the request. */
  part(result: never): unknown;
  expected: unknown;
  path: string;
}

const from = "2026-03-01T00:00:00Z";
const query = "query ($id: Int!) { resource(id: $id) { cname } }";
const variables = (id: string) => ({ id: Number(id) });

export const cases: Record<string, Case> = {
  getImage: {
    text: "image-1",
    promise: (imageId, opts) => edgecloud.getImage({ imageId }, opts),
    output: (imageId, opts) => edgecloud.getImageOutput({ imageId }, opts),
    part: ({ osVersion }: edgecloud.Image) => osVersion,
    expected: "24.04",
    path: "/cloud/v1/images/1/2/image-1",
  },
  getImages: {
    text: "debian",
    promise: (osDistro, opts) => edgecloud.getImages({ osDistro }, opts),
    output: (osDistro, opts) => edgecloud.getImagesOutput({ osDistro }, opts),
    part: (images: edgecloud.Image[]) => images.map(({ id }) => id),
    expected: ["image-2"],
    path: "/cloud/v1/images/1/2",
  },
  getOriginGroup: {
    text: "101",
    promise: (id, opts) => edgecloud.getOriginGroup({ originGroupId: Number(id) }, opts),
    output: (id, opts) => edgecloud.getOriginGroupOutput({ originGroupId: mapped(id) }, opts),
    part: ({ name }: edgecloud.GetOriginGroupResult) => name,
    expected: "media",
    path: "/cdn/origin_groups/101",
  },
  getOriginGroups: {
    text: "web.example.com",
    promise: (source, opts) => edgecloud.getOriginGroups({ source }, opts),
    output: (source, opts) => edgecloud.getOriginGroupsOutput({ source }, opts),
    part: (groups: edgecloud.GetOriginGroupResult[]) => groups.map(({ originGroupId }) => originGroupId),
    expected: [102],
    path: "/cdn/origin_groups",
  },
  getSnapshot: {
    text: snapshotId,
    promise: (id, opts) => edgecloud.getSnapshot({ snapshotId: id }, opts),
    output: (id, opts) => edgecloud.getSnapshotOutput({ snapshotId: id }, opts),
    part: ({ name }: edgecloud.Snapshot) => name,
    expected: "nightly",
    path: `/cloud/v1/snapshots/1/2/${snapshotId}`,
  },
  getSnapshots: {
    text: "manual",
    promise: (name, opts) => edgecloud.getSnapshots({ name }, opts),
    output: (name, opts) => edgecloud.getSnapshotsOutput({ name }, opts),
    part: (snapshots: edgecloud.Snapshot[]) => snapshots.map(({ name }) => name),
    expected: ["manual"],
    path: "/cloud/v1/snapshots/1/2",
  },
  getFunction: {
    text: "resize",
    promise: (name, opts) => edgecloud.getFunction({ namespace: "images", name }, opts),
    output: (name, opts) => edgecloud.getFunctionOutput({ namespace: "images", name }, opts),
    part: ({ flavor }: edgecloud.GetFunctionResult) => flavor,
    expected: "80mCPU-128MB",
    path: "/cloud/v1/faas/namespaces/1/2/images/functions/resize",
  },
  getFunctionNamespace: {
    text: "images",
    promise: (name, opts) => edgecloud.getFunctionNamespace({ name }, opts),
    output: (name, opts) => edgecloud.getFunctionNamespaceOutput({ name }, opts),
    part: ({ functionNames }: edgecloud.GetFunctionNamespaceResult) => functionNames,
    expected: ["resize"],
    path: "/cloud/v1/faas/namespaces/1/2/images",
  },
  getLiveStream: {
    text: "7",
    promise: (id, opts) => edgecloud.getLiveStream({ streamId: Number(id) }, opts),
    output: (id, opts) => edgecloud.getLiveStreamOutput({ streamId: mapped(id) }, opts),
    part: ({ name }: edgecloud.LiveStream) => name,
    expected: "Main stage",
    path: "/streaming/streams/7",
  },
  getTranscodingDuration: {
    text: "2026-03-02T00:00:00Z",
    promise: (to, opts) => edgecloud.getTranscodingDuration({ from: new Date(from), to }, opts),
    output: (to, opts) => edgecloud.getTranscodingDurationOutput({ from: new Date(from), to }, opts),
    part: ({ durations }: edgecloud.TranscodingDuration) => durations.map(({ client, time }) => [client, time]),
    expected: [
      [11, "2026-03-01T00:00:00.000Z"],
      [11, "2026-03-01T08:00:00.000Z"],
      [11, "2026-03-01T16:00:00.000Z"],
    ],
    path: "/streaming/statistics/vod/transcoding_duration",
  },
  queryAnalytics: {
    text: "9001",
    promise: (id, opts) => edgecloud.queryAnalytics({ query, variables: variables(id) }, opts),
    output: (id, opts) => edgecloud.queryAnalyticsOutput({ query, variables: { id: mapped(id) } }, opts),
    part: (data: { resource: { cname: string } }) => data.resource.cname,
    expected: "cdn.example.com",
    path: "/cdn/advanced/v2/query",
  },
};

function mapped(text: Input<string>): Input<number> {
  return typeof text === "string" ? Number(text) : (text as Output<string>).apply(Number);
}
