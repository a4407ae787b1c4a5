import type { InvokeOptions, Output } from "@pulumi/pulumi";
import { output, secret } from "@pulumi/pulumi";
import type { OutputOptions, WithSecrets, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../../program/invoke";
import { hasLogin } from "../stream-urls";
import type { GetLiveStreamArgs, LiveStream } from "./fields";
import { secretStreamFields } from "./fields";
import type * as Source from "./source";

// Loaded at the first call, because a program loads all functions.
const load = () => (require("./source") as typeof Source).liveStream;

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
  return invoke(load, args, opts);
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
  return invokeOutput(load, args, opts).apply((stream) => ({
    ...withSecrets(stream, secretStreamFields),
    uri: typeof stream.uri === "string" && hasLogin(stream.uri) ? secret(stream.uri) : output(stream.uri),
  }));
}
