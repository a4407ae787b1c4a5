import { instantOf } from "../../instant";
import type { LiveStream } from "./result";

/** An address, or `null` where there is none. */
type Same<Address extends string | null> = Address extends null ? null : string;

/**
 * The encrypted form of an RTMP push address (contract, section 2.5): `rtmps://` in place of `rtmp://`, with the port
 * 443; one that is encrypted already stays as it is. The result is as secret as the address.
 *
 * @throws `TypeError` for an address of another protocol; it does not repeat the address.
 * @example
 * export const ingest = stream.pushUrl.apply(rtmpsUrl);
 */
export function rtmpsUrl<Address extends string | null>(pushUrl: Address): Same<Address> {
  return withAddress(pushUrl, (address) => {
    const [, host, rest] =
      /^rtmp:\/\/((?:[^@/?#]*@)?(?:\[[^\]/]*\]|[^:/?#]+))(?::\d+)?([/?#].*)?$/i.exec(address) ?? [];
    if (host === undefined && !/^rtmps:\/\//i.test(address)) {
      throw new TypeError("rtmpsUrl: the address must begin with rtmp:// and a host");
    }
    return host === undefined ? address : `rtmps://${host}:443${rest ?? ""}`;
  });
}

/**
 * The addresses that a PULL stream is taken from, in the order of fail-over (contract, section 2.5: `uri` holds
 * several of them, separated by a space).
 *
 * @example
 * const stream = await getLiveStream({ streamId: 7 });
 * export const origins = pullAddresses(stream.uri);
 */
export function pullAddresses(uri: string | null): string[] {
  return (uri ?? "").split(/\s+/).filter(Boolean);
}

/** Whether an address in the `uri` of a PULL stream has a user name or a password before its host. */
export function holdsLogin(uri: string): boolean {
  return pullAddresses(uri).some((address) => /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?[^/?#]*@/i.test(address));
}

/**
 * The legacy HLS address with `get_duration_sec=true`, which has the platform add `duration_sec` to the requests for
 * chunks (contract, section 2.5).
 *
 * @example
 * export const playlist = stream.hlsMpegtsUrl.apply(withDurationSec);
 */
export function withDurationSec<Address extends string | null>(hlsMpegtsUrl: Address): Same<Address> {
  return withAddress(hlsMpegtsUrl, (address) => {
    const [, path = "", query = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
    const others = query.split("&").filter((part) => part !== "" && !/^get_duration_sec(=|$)/.test(part));
    return `${path}?${[...others, "get_duration_sec=true"].join("&")}${fragment}`;
  });
}

/**
 * Whether a session on the main server is going on: it started, and has not ended since (contract, section 2.5: the
 * time of the end stays when the stream starts again).
 *
 * @example
 * export const onAir = isSessionOngoing(await getLiveStream({ streamId: 7 }));
 */
export function isSessionOngoing(stream: Pick<LiveStream, "startedAtPrimary" | "finishedAtPrimary">): boolean {
  const { startedAtPrimary: start, finishedAtPrimary: end } = stream;
  return start !== null && (end === null || isLater(start, end));
}

function isLater(a: string, b: string): boolean {
  const [left, right] = [instantOf(a), instantOf(b)];
  return left === undefined || right === undefined ? a > b : left > right;
}

function withAddress<Address extends string | null>(address: Address, change: (known: string) => string) {
  return (address === null ? null : change(address)) as Same<Address>;
}
