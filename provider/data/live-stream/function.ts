import * as pulumi from "@pulumi/pulumi";
import { invoke, invokeOutput, type OutputOptions, type Wrapped } from "../../program/invoke";
import { withSecrets, type WithSecrets } from "../../program/program";
import type { GetLiveStreamArgs } from "./args";
import { secretStreamFields, type LiveStream } from "./result";
import { liveStream } from "./source";
import { holdsLogin } from "./urls";

/**
 * A live stream of which the secret fields are secret outputs, one by one; the others can be read. `uri` is a secret
 * where it holds a login.
 */
export type LiveStreamOutput = WithSecrets<LiveStream, (typeof secretStreamFields)[number] | "uri">;

/**
 * A live stream with its state, its configuration, and its addresses for ingest and playback (contract, sections 2.5
 * and 4.4). Its secrets are plain texts here: give what you export to `pulumi.secret`, or use `getLiveStreamOutput`.
 * Fails with a `DataSourceError`.
 *
 * @example
 * const stream = await getLiveStream({ streamId: 7 });
 * export const player = stream.iframeUrl;
 */
export function getLiveStream(args: GetLiveStreamArgs, opts?: pulumi.InvokeOptions): Promise<LiveStream> {
  return invoke(liveStream, args, opts);
}

/**
 * As `getLiveStream`, for arguments that are outputs. Push addresses, `token`, `srtPassphrase` and `extra`, which may
 * hold anything, are secrets, and so is a `uri` with a login in it; the rest is not.
 *
 * @example
 * const stream = getLiveStreamOutput({ streamId: 7 });
 * export const player = stream.iframeUrl;
 * export const ingest = stream.pushUrl; // a secret
 */
export function getLiveStreamOutput(
  args: Wrapped<GetLiveStreamArgs>,
  opts?: OutputOptions,
): pulumi.Output<LiveStreamOutput> {
  return invokeOutput(liveStream, args, opts).apply((stream) => ({
    ...withSecrets(stream, secretStreamFields),
    uri:
      typeof stream.uri === "string" && holdsLogin(stream.uri) ? pulumi.secret(stream.uri) : pulumi.output(stream.uri),
  }));
}
