/** The type of a result that is `null` only if the argument is: a caller with a `string` need not check for `null`. */
type Same<Address extends string | null> = Address extends null ? null : string;

/**
 * Returns the encrypted form of an RTMP push URL: `rtmps://` instead of `rtmp://`, and port 443 instead of any other
 * port. A URL that begins with `rtmps://` stays as it is, and `null` stays `null`. The result contains the token, so
 * keep it secret, like the push URL.
 *
 * @throws `TypeError` if the URL begins neither with `rtmp://` and a host nor with `rtmps://`. The message does not
 *   contain the URL.
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
 * Splits the `uri` of a PULL stream at white space into its URLs, in the order of failover. `null` gives an empty list.
 *
 * @example
 * const stream = await getLiveStream({ streamId: 7 });
 * export const origins = pullAddresses(stream.uri);
 */
export function pullAddresses(uri: string | null): string[] {
  return (uri ?? "").split(/\s+/).filter(Boolean);
}

/** Fields that are or may be secret. `extra` may be, because it has the fields that this version does not know. */
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
 * in seconds, to the requests for chunks. `null` stays `null`.
 *
 * @example
 * export const playlist = stream.hlsMpegtsUrl.apply(withDurationSec);
 */
export function withDurationSec<Address extends string | null>(hlsMpegtsUrl: Address): Same<Address> {
  const address: string | null = hlsMpegtsUrl;
  return (address && `${address}${address.includes("?") ? "&" : "?"}get_duration_sec=true`) as Same<Address>;
}
