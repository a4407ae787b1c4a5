import type { OpenEnum } from "../../api/endpoints/answer-fields";
import { streamAnswer, type StreamAnswer } from "../../api/endpoints/streams";
import { camelized } from "../../api/naming";
import { pick } from "../../json";

/** An HTML widget that is laid over the picture. */
export interface HtmlOverlay {
  id: number;
  streamId: number | null;
  url: string | null;
  width: number | null;
  height: number | null;
  x: number | null;
  y: number | null;
  stretch: boolean | null;
  createdAt: string | null;
  updatedAt: string | null;
}

/**
 * A live stream (contract, section 2.5). Datetimes are ISO 8601, as the platform writes them. What the platform does
 * not tell is `null`.
 */
export interface LiveStream {
  /** Whether the stream can be processed; it does not tell whether a signal arrives. */
  active: boolean | null;
  activeIngestRegionBackup: string | null;
  activeIngestRegionPrimary: string | null;
  /** Whether every broadcast is recorded. */
  autoRecord: boolean | null;
  /** Whether the backup server receives and transcodes the stream; for PUSH only. */
  backupLive: boolean | null;
  /** RTMP ingest address of the backup server. A secret: it holds the token. */
  backupPushUrl: string | null;
  /** SRT ingest address of the backup server. A secret: it holds the token. */
  backupPushUrlSrt: string | null;
  /** Broadcasts that include the stream. */
  broadcastIds: number[] | null;
  /** Custom CDN resource. */
  cdnId: number | null;
  /** Text of your own, at most 4096 characters. */
  clientEntityData: string | null;
  /** Your own ID of the user. */
  clientUserId: string | number | null;
  createdAt: string | null;
  /** LL-DASH (CMAF) playback. */
  dashUrl: string | null;
  /** Seconds that can be wound back if `dvrEnabled`, 30 to 14400. */
  dvrDuration: number | null;
  dvrEnabled: boolean | null;
  /** Fields that this version does not know, under the platform's names. */
  extra: Record<string, unknown>;
  /** When the main server last stopped receiving; a restart leaves it as it is. See `isSessionOngoing`. */
  finishedAtPrimary: string | null;
  /** Frames per second of the original stream. */
  frameRate: number | null;
  /** LL-HLS (CMAF) playback; the one that most players should use. */
  hlsCmafUrl: string | null;
  /** Whether an end-of-list tag is added to the playlist when the broadcast ends. */
  hlsMpegtsEndlistTag: boolean | null;
  /** Legacy HLS (MPEG-TS) playback, not of low latency. See `withDurationSec`. */
  hlsMpegtsUrl: string | null;
  /** Whether overlays are shown. */
  htmlOverlay: boolean | null;
  htmlOverlays: HtmlOverlay[] | null;
  id: number;
  /** The built-in player, for an iframe. */
  iframeUrl: string | null;
  /** Whether the main server receives and transcodes the stream. */
  live: boolean | null;
  /** Ingest points in several regions, where that is activated; their shape is not published. A secret. */
  multiRegionPushUrls: unknown;
  /** Display name; not unique. */
  name: string;
  /** Flat (`regular`) or 360-degree. */
  projection: OpenEnum<"regular" | "vr360" | "vr180" | "vr360tb"> | null;
  /** Whether the platform pulls the stream from `uri`; otherwise it is pushed. */
  pull: boolean | null;
  /** RTMP ingest address of the main server. A secret: it holds the token. See `rtmpsUrl`. */
  pushUrl: string | null;
  /** SRT ingest address of the main server. A secret: it holds the token. */
  pushUrlSrt: string | null;
  /** WebRTC WHIP ingest address. A secret: it holds the token. */
  pushUrlWhip: string | null;
  /** Custom set of qualities. */
  qualitySetId: number | null;
  /** Whether the original or the transcoded stream is recorded. */
  recordType: OpenEnum<"origin" | "transcoded"> | null;
  /** Seconds recorded so far. */
  recordingDuration: number | null;
  /** Picture (JPEG) that is new every 10 seconds while the stream is live. */
  screenshot: string | null;
  /** Passphrase of encrypted SRT ingest. A secret. */
  srtPassphrase: string | null;
  /** When the backup server last started receiving. */
  startedAtBackup: string | null;
  /** When the main server last started receiving. */
  startedAtPrimary: string | null;
  /** Protocol of the stream that is being transcoded. */
  streamSourceType: OpenEnum<"rtmp" | "srt" | "webrtc" | "https"> | null;
  /** Push ingest token. A secret. */
  token: string | null;
  /** Qualities that are being transcoded. */
  transcodedQualities: string[] | null;
  /** 1.0 is real time; less means that the stream does not arrive fast enough. */
  transcodingSpeed: number | null;
  /** Where the stream is pulled from. A secret where an address holds a login. See `pullAddresses`. */
  uri: string | null;
  /** Pixels of the original stream. */
  videoHeight: number | null;
  /** Pixels of the original stream. */
  videoWidth: number | null;
}

/** Fields that embed the token or are a passphrase, and those that nobody knows yet. */
export const secretStreamFields = [
  "token",
  "pushUrl",
  "backupPushUrl",
  "pushUrlSrt",
  "backupPushUrlSrt",
  "pushUrlWhip",
  "multiRegionPushUrls",
  "srtPassphrase",
  "extra",
] as const;

/** A live stream under the names that programs use. */
export function liveStreamOf(answer: StreamAnswer): LiveStream {
  const isKnown = (name: string) => Object.hasOwn(streamAnswer.shape, name);
  const known = camelized(pick(answer, isKnown) as StreamAnswer);
  const htmlOverlays = answer.html_overlays?.map(camelized) ?? null;
  return { ...known, htmlOverlays, extra: pick(answer, (name) => !isKnown(name)) };
}
