import type { InvokeOptions, Output } from "@pulumi/pulumi";
import { output, secret } from "@pulumi/pulumi";
import type { AnalyticsQuery } from "../api/calls/statistics";
import type { DataSource } from "../core/data-source";
import type { OutputOptions, WithSecrets, Wrapped } from "../program/inputs";
import { withSecrets } from "../program/inputs";
import { compute, invoke, invokeOutput } from "../program/invoke";
import { mapValues } from "../values/json";
import type { AnalyticsWindow, AnalyticsWindowArgs, QueryAnalyticsArgs } from "./analytics/fields";
import type * as Analytics from "./analytics/source";
import type { GetFunctionArgs, GetFunctionResult } from "./cloud-function/fields";
import { secretTexts } from "./cloud-function/fields";
import type * as CloudFunctions from "./cloud-function/source";
import type { GetImageArgs, GetImagesArgs, Image } from "./image/fields";
import type * as Images from "./image/source";
import type { GetLiveStreamArgs, LiveStream } from "./live-stream/fields";
import { secretStreamFields } from "./live-stream/fields";
import type * as LiveStreams from "./live-stream/source";
import type { GetOriginGroupArgs, GetOriginGroupResult, GetOriginGroupsArgs } from "./origin-group/fields";
import type * as OriginGroups from "./origin-group/source";
import type { GetSnapshotArgs, GetSnapshotsArgs, Snapshot } from "./snapshot/fields";
import type * as Snapshots from "./snapshot/source";
import { hasLogin } from "./stream-urls";
import type { GetTranscodingDurationArgs, TranscodingDuration } from "./transcoding-duration/fields";
import type * as Durations from "./transcoding-duration/source";

// Each source is loaded at its first call, because a program loads all functions.
const loadAnalytics = () => require("./analytics/source") as typeof Analytics;
const loadFunction = () => (require("./cloud-function/source") as typeof CloudFunctions).cloudFunction;
const loadImages = () => require("./image/source") as typeof Images;
const loadLiveStream = () => (require("./live-stream/source") as typeof LiveStreams).liveStream;
const loadOriginGroups = () => require("./origin-group/source") as typeof OriginGroups;
const loadSnapshots = () => require("./snapshot/source") as typeof Snapshots;
const loadDuration = () => (require("./transcoding-duration/source") as typeof Durations).transcodingDuration;

/** `T` is not checked: the caller knows what the query returns. */
const loadQuery = <T>() => loadAnalytics().analytics as DataSource<AnalyticsQuery, AnalyticsQuery, T>;

/**
 * Runs a GraphQL query against the advanced analytics: visitors, traffic and requests of the last 90 days, by country,
 * directory, browser, device or operating system. Returns the `data` of the answer. It is not checked against `T`. The
 * platform activates advanced analytics for each account. A query whose answer contains an error fails.
 *
 * @throws `DataSourceError` that lists each error with its path.
 * @example
 * const data = await queryAnalytics<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.resources.map((resource) => resource.id);
 */
export function queryAnalytics<T = unknown>(args: QueryAnalyticsArgs, opts?: InvokeOptions): Promise<T> {
  return invoke(loadQuery<T>, args, opts);
}

/**
 * Like `queryAnalytics`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const data = queryAnalyticsOutput<{ resources: { id: number }[] }>({ query: "{ resources { id } }" });
 * export const ids = data.apply(({ resources }) => resources.map((resource) => resource.id));
 */
export function queryAnalyticsOutput<T = unknown>(args: Wrapped<QueryAnalyticsArgs>, opts?: OutputOptions): Output<T> {
  return invokeOutput(loadQuery<T>, args, opts);
}

/**
 * The last whole days in UTC, up to the beginning of today, as the time range of an analytics query. The range is the
 * same for the whole day, so a preview asks for the same days as the `pulumi up` after it.
 *
 * @throws `DataSourceError` if `days` is not an integer from 1 to 90; the platform keeps no more than 90 days.
 * @example
 * const { from, to } = analyticsWindow({ days: 30 });
 */
export function analyticsWindow(args: AnalyticsWindowArgs): AnalyticsWindow {
  return compute(() => loadAnalytics().computeWindow(args));
}

/**
 * The result of `getFunctionOutput`: a `GetFunctionResult` in which `code`, `dependencies` and each value of `envs` are
 * secret outputs of their own, because they may contain secrets. Everything else is plain, the names of the variables
 * too.
 */
export interface GetFunctionOutputResult extends Omit<WithSecrets<GetFunctionResult, "code" | "dependencies">, "envs"> {
  /** Environment variables, each value a secret. */
  envs: Record<string, Output<string>> | null;
}

/**
 * Looks up a serverless function by its namespace and name. `code`, `dependencies` and the values of `envs` may contain
 * secrets. Here they are plain strings: wrap what you export in `pulumi.secret`, or use `getFunctionOutput`.
 *
 * @throws `DataSourceError` if there is no such function, with status 404, or if the call fails.
 * @example
 * const resize = await getFunction({ namespace: "images", name: "resize" });
 * export const endpoint = resize.endpoint;
 */
export function getFunction(args: GetFunctionArgs, opts?: InvokeOptions): Promise<GetFunctionResult> {
  return invoke(loadFunction, args, opts);
}

/**
 * Like `getFunction`, but takes outputs as arguments and returns an output. `code`, `dependencies` and each value of
 * `envs` are secrets; the rest is plain.
 *
 * @example
 * const resize = getFunctionOutput({ namespace: "images", name: "resize" });
 * export const endpoint = resize.endpoint;
 * export const token = resize.envs.apply((envs) => envs?.TOKEN); // a secret
 */
export function getFunctionOutput(
  args: Wrapped<GetFunctionArgs>,
  opts?: OutputOptions,
): Output<GetFunctionOutputResult> {
  return invokeOutput(loadFunction, args, opts).apply((found) => ({
    ...withSecrets(found, secretTexts),
    // The answer of mocks may lack them.
    envs: found.envs && (mapValues(found.envs, secret) as Record<string, Output<string>>),
  }));
}

/**
 * Looks up one image of a project and region, by its ID or by filters.
 *
 * @throws `DataSourceError` if no image matches, if several match (the message lists them), or if the call fails.
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: InvokeOptions): Promise<Image> {
  return invoke(() => loadImages().image, args, opts);
}

/**
 * Like `getImage`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const ubuntu = getImageOutput({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): Output<Image> {
  return invokeOutput(() => loadImages().image, args, opts);
}

/**
 * Lists the images of a project and region that match all filters, in the platform's order. Without filters it lists
 * all images. The list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: InvokeOptions): Promise<Image[]> {
  return invoke(() => loadImages().images, args, opts);
}

/**
 * Like `getImages`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const images = getImagesOutput({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.apply((found) => found.map((image) => image.osVersion));
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): Output<Image[]> {
  return invokeOutput(() => loadImages().images, args, opts);
}

/**
 * The result of `getLiveStreamOutput`: a `LiveStream` whose secret fields are secret outputs of their own. `uri` is a
 * secret only if it contains a login.
 */
export type LiveStreamOutput = WithSecrets<LiveStream, (typeof secretStreamFields)[number] | "uri">;

/**
 * Looks up a live stream by its ID: its state, its configuration, and its URLs for ingest and playback. Push URLs,
 * `token`, `srtPassphrase` and `extra` are secrets. Here they are plain values: wrap what you export in
 * `pulumi.secret`, or use `getLiveStreamOutput`.
 *
 * @throws `DataSourceError` if there is no such stream, with status 404, or if the call fails.
 * @example
 * const stream = await getLiveStream({ streamId: 7 });
 * export const player = stream.iframeUrl;
 */
export function getLiveStream(args: GetLiveStreamArgs, opts?: InvokeOptions): Promise<LiveStream> {
  return invoke(loadLiveStream, args, opts);
}

/**
 * Like `getLiveStream`, but takes outputs as arguments and returns an output. Push URLs, `token`, `srtPassphrase` and
 * `extra` are secrets, and so is a `uri` that contains a login; the rest is plain.
 *
 * @example
 * const stream = getLiveStreamOutput({ streamId: 7 });
 * export const player = stream.iframeUrl;
 * export const ingest = stream.pushUrl; // a secret
 */
export function getLiveStreamOutput(args: Wrapped<GetLiveStreamArgs>, opts?: OutputOptions): Output<LiveStreamOutput> {
  return invokeOutput(loadLiveStream, args, opts).apply((stream) => ({
    ...withSecrets(stream, secretStreamFields),
    uri: typeof stream.uri === "string" && hasLogin(stream.uri) ? secret(stream.uri) : output(stream.uri),
  }));
}

/**
 * Looks up an origin group of the account by its ID or by its name, for instance to adopt it. The result never contains
 * credentials of S3 buckets, because the platform does not reveal them.
 *
 * @throws `DataSourceError` if there is no such group, or if the call fails.
 * @example
 * const website = await getOriginGroup({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 */
export function getOriginGroup(args: GetOriginGroupArgs, opts?: InvokeOptions): Promise<GetOriginGroupResult> {
  return invoke(() => loadOriginGroups().originGroup, args, opts);
}

/**
 * Like `getOriginGroup`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const website = getOriginGroupOutput({ name: "website" });
 * export const inUse = website.hasRelatedResources;
 *
 * @example
 * const { originGroupId } = getOriginGroupOutput({ name: "website" });
 * const website = new OriginGroup("website", { originGroupId, name: "website", sources });
 */
export function getOriginGroupOutput(
  args: Wrapped<GetOriginGroupArgs>,
  opts?: OutputOptions,
): Output<GetOriginGroupResult> {
  return invokeOutput(() => loadOriginGroups().originGroup, args, opts);
}

/**
 * Lists the origin groups of the account that match all filters, sorted by ID. Without filters it lists all groups. The
 * list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const used = await getOriginGroups({ hasRelatedResources: true });
 * export const names = used.map((group) => group.name);
 */
export function getOriginGroups(args: GetOriginGroupsArgs = {}, opts?: InvokeOptions): Promise<GetOriginGroupResult[]> {
  return invoke(() => loadOriginGroups().originGroups, args, opts);
}

/**
 * Like `getOriginGroups`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const used = getOriginGroupsOutput({ hasRelatedResources: true });
 * export const names = used.apply((groups) => groups.map((group) => group.name));
 */
export function getOriginGroupsOutput(
  args: Wrapped<GetOriginGroupsArgs> = {},
  opts?: OutputOptions,
): Output<GetOriginGroupResult[]> {
  return invokeOutput(() => loadOriginGroups().originGroups, args, opts);
}

/**
 * Looks up one snapshot of a project and region, by its ID or by filters. Filters search the list that `getSnapshots`
 * reads, which not every deployment of the platform has; `snapshotId` always works.
 *
 * @throws `DataSourceError` if no snapshot matches, if several match (the message lists them), or if the call fails.
 * @example
 * const nightly = await getSnapshot({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshot(args: GetSnapshotArgs, opts?: InvokeOptions): Promise<Snapshot> {
  return invoke(() => loadSnapshots().snapshot, args, opts);
}

/**
 * Like `getSnapshot`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const nightly = getSnapshotOutput({ volumeId: config.require("volumeId"), mostRecent: true });
 * export const snapshotId = nightly.id;
 */
export function getSnapshotOutput(args: Wrapped<GetSnapshotArgs>, opts?: OutputOptions): Output<Snapshot> {
  return invokeOutput(() => loadSnapshots().snapshot, args, opts);
}

/**
 * Lists the snapshots of a project and region that match all filters, in the platform's order. Without filters it lists
 * all snapshots. The list may be empty. The platform does not document this list, so the call fails where a deployment
 * does not have it.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const snapshots = await getSnapshots({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.map((snapshot) => snapshot.size);
 */
export function getSnapshots(args: GetSnapshotsArgs = {}, opts?: InvokeOptions): Promise<Snapshot[]> {
  return invoke(() => loadSnapshots().snapshots, args, opts);
}

/**
 * Like `getSnapshots`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const snapshots = getSnapshotsOutput({ tags: { team: "data" }, status: "available" });
 * export const sizes = snapshots.apply((found) => found.map((snapshot) => snapshot.size));
 */
export function getSnapshotsOutput(args: Wrapped<GetSnapshotsArgs> = {}, opts?: OutputOptions): Output<Snapshot[]> {
  return invokeOutput(() => loadSnapshots().snapshots, args, opts);
}

/**
 * Reads how many minutes of video on demand were transcoded within a time range. The platform updates these statistics
 * every 8 hours. A datetime without a time zone is sent as it is; to check that `from` is before `to`, it is read as
 * UTC.
 *
 * @throws `DataSourceError` if the range is not valid, or if the call fails.
 * @example
 * const october = await getTranscodingDuration({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDuration(
  args: GetTranscodingDurationArgs,
  opts?: InvokeOptions,
): Promise<TranscodingDuration> {
  return invoke(loadDuration, args, opts);
}

/**
 * Like `getTranscodingDuration`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const october = getTranscodingDurationOutput({ from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" });
 * export const minutes = october.totalMinutes;
 */
export function getTranscodingDurationOutput(
  args: Wrapped<GetTranscodingDurationArgs>,
  opts?: OutputOptions,
): Output<TranscodingDuration> {
  return invokeOutput(loadDuration, args, opts);
}
