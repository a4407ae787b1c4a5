type Same<Address extends string | null> = Address extends null ? null : string;

/**
 * Changes an RTMP push URL into one for an encrypted connection: with `rtmps://` instead of `rtmp://`, and always with
 * port 443. A URL that begins with `rtmps://` stays as it is, and `null` stays `null`. The result contains the token,
 * so keep the result secret, like the push URL.
 *
 * @throws `TypeError` if the URL begins neither with `rtmp://` and a host nor with `rtmps://`. The message does not
 *   contain the URL.
 * @example
 * export const ingest = stream.pushUrl.apply(rtmpsUrl);
 */
export function rtmpsUrl<Address extends string | null>(pushUrl: Address): Same<Address> {
  // Group 1 is an optional login and the host, which may be an IPv6 address in brackets. It excludes the port.
  const host = /^rtmp:\/\/((?:[^@/?#]*@)?(?:\[[^\]/]*\]|[^:/?#]+))(?::\d+)?(?=[/?#]|$)/i;
  const encrypted = pushUrl?.replace(host, "rtmps://$1:443") ?? null;
  if (encrypted !== null && !/^rtmps:\/\//i.test(encrypted)) {
    throw new TypeError("rtmpsUrl: the address must begin with rtmp:// and a host");
  }
  return encrypted as Same<Address>;
}

/**
 * Splits the `uri` of a PULL stream (one that the platform pulls from a server) at white space into URLs, in the order
 * of failover. `null` gives an empty list.
 *
 * @example
 * const stream = getLiveStreamOutput({ streamId: 7 });
 * export const origins = stream.uri.apply(pullAddresses);
 */
export function pullAddresses(uri: string | null): string[] {
  return (uri ?? "").split(/\s+/).filter(Boolean);
}

/** `extra` is listed because it holds fields that this version of the package does not know. They may be secret. */
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
 * Adds the parameter `get_duration_sec=true` to a legacy HLS URL. The platform then adds `duration_sec`, the duration
 * of a chunk in seconds, to the requests for chunks. `null` stays `null`.
 *
 * @example
 * export const playlist = stream.hlsMpegtsUrl.apply(withDurationSec);
 */
export function withDurationSec<Address extends string | null>(hlsMpegtsUrl: Address): Same<Address> {
  const address: string | null = hlsMpegtsUrl;
  return (address && `${address}${address.includes("?") ? "&" : "?"}get_duration_sec=true`) as Same<Address>;
}
