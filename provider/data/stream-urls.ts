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
  return mapAddress(pushUrl, (address) => {
    const [, host, rest] =
      /^rtmp:\/\/((?:[^@/?#]*@)?(?:\[[^\]/]*\]|[^:/?#]+))(?::\d+)?([/?#].*)?$/i.exec(address) ?? [];
    if (host === undefined && !/^rtmps:\/\//i.test(address)) {
      throw new TypeError("rtmpsUrl: the address must begin with rtmp:// and a host");
    }
    return host === undefined ? address : `rtmps://${host}:443${rest ?? ""}`;
  });
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
  return mapAddress(hlsMpegtsUrl, (address) => {
    const [, path = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
    const others = query.split("&").filter((part) => part !== "" && !/^get_duration_sec(=|$)/.test(part));
    return `${path}?${[...others, "get_duration_sec=true"].join("&")}${fragment}`;
  });
}

function mapAddress<Address extends string | null>(address: Address, change: (known: string) => string) {
  return (address === null ? null : change(address)) as Same<Address>;
}
