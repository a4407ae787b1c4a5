import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, WithSecrets, Wrapped } from "../../program/inputs";
import { withSecrets } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import { secretStreamFields } from "../stream-urls";
import { compareInstants } from "../../values/instant";
import type { OpenEnum } from "../../values/open-enum";

export interface GetLiveStreamArgs {
  /** ID of the stream, a positive integer. */
  streamId: number;
}

/** An HTML widget that is shown over the video. A field that the platform does not report is `null`. */
export interface HtmlOverlay {
  /** ID of the widget. */
  id: number;
  /** ID of the stream over which the widget is shown. */
  streamId: number | null;
  /** URL of the widget. */
  url: string | null;
  /** Width, in the platform's unit. */
  width: number | null;
  /** Height, in the platform's unit. */
  height: number | null;
  /** Horizontal position, in the platform's unit. */
  x: number | null;
  /** Vertical position, in the platform's unit. */
  y: number | null;
  /** Whether the widget is stretched over the video. */
  stretch: boolean | null;
  /** Date and time of creation, as the platform writes them. */
  createdAt: string | null;
  /** Date and time of the last change, as the platform writes them. */
  updatedAt: string | null;
}

/** A live stream. Times are ISO 8601, as the platform writes them. A field that it does not report is `null`. */
export interface LiveStream {
  /** Whether the stream is switched on. `live` and `backupLive` say whether a server receives it. */
  active: boolean | null;
  /** Region of the backup server that receives the stream. */
  activeIngestRegionBackup: string | null;
  /** Region of the main server that receives the stream. */
  activeIngestRegionPrimary: string | null;
  /** Whether every broadcast is recorded. */
  autoRecord: boolean | null;
  /** Whether the backup server receives and transcodes the stream. This applies only to PUSH streams (see `pull`). */
  backupLive: boolean | null;
  /** RTMP ingest URL of the backup server. The URL is a secret, because it contains the token. */
  backupPushUrl: string | null;
  /** SRT ingest URL of the backup server. The URL is a secret, because it contains the token. */
  backupPushUrlSrt: string | null;
  /** IDs of the broadcasts that include the stream. */
  broadcastIds: number[] | null;
  /** ID of a custom CDN resource. */
  cdnId: number | null;
  /** Free text that the owner of the stream stores with it, at most 4096 characters. */
  clientEntityData: string | null;
  /** ID of the user in the owner's system. */
  clientUserId: string | number | null;
  /** Date and time of creation. */
  createdAt: string | null;
  /** LL-DASH (CMAF) playback URL. */
  dashUrl: string | null;
  /** How many seconds viewers can rewind if `dvrEnabled` is true, 30 to 14400. */
  dvrDuration: number | null;
  /** Whether viewers can rewind. */
  dvrEnabled: boolean | null;
  /** Fields that this version of the package does not know, by the platform's names. They may hold secrets. */
  extra: Record<string, unknown>;
  /**
   * When the main server last stopped receiving the stream. The platform keeps this time when the stream starts again.
   * `isSessionOngoing` compares this time with `startedAtPrimary`.
   */
  finishedAtPrimary: string | null;
  /** Frames per second of the original stream. */
  frameRate: number | null;
  /** LL-HLS (CMAF) playback URL, recommended for most players. */
  hlsCmafUrl: string | null;
  /** Whether the playlist gets an end-of-list tag when the broadcast ends. */
  hlsMpegtsEndlistTag: boolean | null;
  /** Legacy HLS (MPEG-TS) playback URL, without low latency. `withDurationSec` asks for the duration of each chunk. */
  hlsMpegtsUrl: string | null;
  /** Whether HTML widgets are shown over the video. */
  htmlOverlay: boolean | null;
  /** The HTML widgets of the stream. */
  htmlOverlays: HtmlOverlay[] | null;
  /** ID of the stream. `getLiveStream` takes it as `streamId`. */
  id: number;
  /** URL of the platform's web player, for an iframe. */
  iframeUrl: string | null;
  /** Whether the main server receives and transcodes the stream. */
  live: boolean | null;
  /**
   * Ingest URLs in several regions, if the platform has activated such URLs. The shape of this value is not published.
   * The value is a secret, because the URLs may contain the token.
   */
  multiRegionPushUrls: unknown;
  /** Display name. Several streams may have the same name. */
  name: string;
  /** Kind of video: flat (`regular`), 180-degree or 360-degree. */
  projection: OpenEnum<"regular" | "vr360" | "vr180" | "vr360tb"> | null;
  /** `true` if the platform pulls the stream from `uri` (PULL), `false` if an encoder pushes it (PUSH). */
  pull: boolean | null;
  /**
   * RTMP ingest URL of the main server. The URL is a secret, because it contains the token. `rtmpsUrl` changes the URL
   * into one for an encrypted connection.
   */
  pushUrl: string | null;
  /** SRT ingest URL of the main server. The URL is a secret, because it contains the token. */
  pushUrlSrt: string | null;
  /** WebRTC WHIP ingest URL. The URL is a secret, because it contains the token. */
  pushUrlWhip: string | null;
  /** ID of a custom set of qualities. */
  qualitySetId: number | null;
  /** Whether the original or the transcoded stream is recorded. */
  recordType: OpenEnum<"origin" | "transcoded"> | null;
  /** Duration of the current recording in seconds. */
  recordingDuration: number | null;
  /** URL of a JPEG screenshot. The platform refreshes it every 10 seconds while the stream is live. */
  screenshot: string | null;
  /** Secret passphrase of encrypted SRT ingest. */
  srtPassphrase: string | null;
  /** When the backup server last started receiving the stream. */
  startedAtBackup: string | null;
  /** When the main server last started receiving the stream. */
  startedAtPrimary: string | null;
  /** Protocol of the stream that is being transcoded; `null` if no stream is being transcoded. */
  streamSourceType: OpenEnum<"rtmp" | "srt" | "webrtc" | "https"> | null;
  /** Secret token that authorizes pushing to the stream. */
  token: string | null;
  /** Qualities to which the stream is being transcoded. */
  transcodedQualities: string[] | null;
  /** Speed of transcoding. 1.0 is real time; a lower speed means that the stream does not arrive fast enough. */
  transcodingSpeed: number | null;
  /**
   * URL that the platform pulls the stream from, or several URLs separated by spaces. `pullAddresses` splits them. The
   * whole text is a secret, because a URL may contain a login.
   */
  uri: string | null;
  /** Height of the original stream in pixels. */
  videoHeight: number | null;
  /** Width of the original stream in pixels. */
  videoWidth: number | null;
}

/** The result of `getLiveStreamOutput`: a `LiveStream` in which each secret field is a separate secret output. */
export type LiveStreamOutput = WithSecrets<LiveStream, (typeof secretStreamFields)[number]>;

/**
 * Looks up a live stream by its ID. The result has the stream's state, configuration, and URLs for ingest and playback.
 * Push URLs, `uri`, `token`, `srtPassphrase` and `extra` are secrets. `getLiveStream` returns these fields as plain
 * values; to export one, wrap it in `pulumi.secret`, or use `getLiveStreamOutput`.
 *
 * @throws `DataSourceError` if an argument is not valid, or if the call fails. The error's `status` is 404 if the
 *   platform answers that there is no such stream.
 * @example
 * const stream = await getLiveStream({ streamId: 7 });
 * export const player = stream.iframeUrl;
 */
export function getLiveStream(args: GetLiveStreamArgs, opts?: InvokeOptions): Promise<LiveStream> {
  return invoke("getLiveStream", args, opts);
}

/**
 * Like `getLiveStream`, but accepts outputs as arguments and returns an output. Push URLs, `uri`, `token`,
 * `srtPassphrase` and `extra` are secrets. The other fields are plain, unless an argument is secret.
 *
 * @example
 * const stream = getLiveStreamOutput({ streamId: 7 });
 * export const player = stream.iframeUrl;
 * export const ingest = stream.pushUrl; // a secret
 */
export function getLiveStreamOutput(args: Wrapped<GetLiveStreamArgs>, opts?: OutputOptions): Output<LiveStreamOutput> {
  return invokeOutput<LiveStream>("getLiveStream", args, opts).apply((stream) =>
    withSecrets(stream, secretStreamFields),
  );
}

/**
 * Returns whether the main server has started to receive the stream and has not stopped since.
 *
 * @example
 * export const onAir = isSessionOngoing(await getLiveStream({ streamId: 7 }));
 */
export function isSessionOngoing(stream: Pick<LiveStream, "startedAtPrimary" | "finishedAtPrimary">): boolean {
  const { startedAtPrimary: start, finishedAtPrimary: end } = stream;
  return start !== null && (end === null || compareInstants(start, end) > 0);
}
