/** `null` for `null`, otherwise a string. */
type Same<Address extends string | null> = Address extends null ? null : string;

/**
 * Returns the encrypted form of an RTMP push URL: `rtmps://` instead of `rtmp://`, with port 443. A URL that is
 * encrypted already stays as it is, and `null` stays `null`. The result contains the token, so keep it secret like the
 * URL itself.
 *
 * @throws `TypeError` for a URL of another protocol. The message does not contain the URL.
 * @example
 * export const ingest = stream.pushUrl.apply(rtmpsUrl);
 */
export function rtmpsUrl<Address extends string | null>(pushUrl: Address): Same<Address> {
  const host = /^rtmp:\/\/((?:[^@/?#]*@)?(?:\[[^\]/]*\]|[^:/?#]+))(?::\d+)?(?=[/?#]|$)/i;
  const encrypted = pushUrl?.replace(host, "rtmps://$1:443") ?? null;
  if (encrypted !== null && !/^rtmps:\/\//i.test(encrypted)) {
    throw new TypeError("rtmpsUrl: the address must begin with rtmp:// and a host");
  }
  return encrypted as Same<Address>;
}

/**
 * Splits the `uri` of a PULL stream into the URLs that it contains, in the order of failover. `null` gives an empty
 * list.
 *
 * @example
 * const stream = await getLiveStream({ streamId: 7 });
 * export const origins = pullAddresses(stream.uri);
 */
export function pullAddresses(uri: string | null): string[] {
  return (uri ?? "").split(/\s+/).filter(Boolean);
}

/** Fields that contain the token, a passphrase or a login, and fields that this version does not know. */
export const secretStreamFields = [
  "token",
  "pushUrl",
  "backupPushUrl",
  "pushUrlSrt",
  "backupPushUrlSrt",
  "pushUrlWhip",
  "multiRegionPushUrls",
  "srtPassphrase",
  "uri",
  "extra",
] as const;

/**
 * Adds `get_duration_sec=true` to a legacy HLS URL. The platform then adds `duration_sec`, the duration in seconds, to
 * the requests for chunks. `null` stays `null`.
 *
 * @example
 * export const playlist = stream.hlsMpegtsUrl.apply(withDurationSec);
 */
export function withDurationSec<Address extends string | null>(hlsMpegtsUrl: Address): Same<Address> {
  const address: string | null = hlsMpegtsUrl;
  return (address && `${address}${address.includes("?") ? "&" : "?"}get_duration_sec=true`) as Same<Address>;
}
