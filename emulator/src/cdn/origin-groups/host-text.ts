import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";

/** The parts of a host source. */
export interface HostText {
  /** Name or address, without port and brackets. */
  readonly host: string;
  /** The text after the colon, not validated; undefined without a colon. */
  readonly port: string | undefined;
  /** 4, 6, or 0 for a name. */
  readonly ipVersion: number;
}

/** Parses `host`, `host:port`, `address` and `[address]:port`. */
export function parseHost(source: string): HostText {
  if (isIP(source) === 6) {
    return { host: source, port: undefined, ipVersion: 6 };
  }
  const [, address = "", port] = /^\[([^\]]*)\](?::(.*))?$/s.exec(source) ?? [];
  if (isIP(address) === 6) {
    return { host: address, port, ipVersion: 6 };
  }
  const colon = source.indexOf(":");
  return colon < 0 ? withVersion(source, undefined) : withVersion(source.slice(0, colon), source.slice(colon + 1));
}

function withVersion(host: string, port: string | undefined): HostText {
  return { host, port, ipVersion: isIP(host) };
}

/** Contract 8: a port is a number from 1 to 65535. */
export function isPort(text: string): boolean {
  return /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
}

const label = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

// Letters, digits and combining marks of every script; some scripts need the two joiners.
const wideLabel = /^(?!-)[\p{L}\p{N}\p{M}\u200c\u200d_-]+(?<!-)$/u;

/** Returns the name's ASCII form (Punycode), or an empty text if it has none. */
function toAsciiName(host: string): string {
  // A longer name has no ASCII form of at most 253 characters, and finding that out would take long.
  if (host.length > 1000) {
    return "";
  }
  if (/^\p{ASCII}*$/u.test(host)) {
    return host;
  }
  // For names only: `domainToASCII` would read other characters as parts of a URL.
  return host.split(".").every((part) => wideLabel.test(part)) ? domainToASCII(host) : "";
}

/** Whether it is a domain name of at least two labels; with digits only in the last, it would be a mistyped address. */
export function isDomain(host: string): boolean {
  const name = toAsciiName(host);
  const labels = name.split(".");
  return (
    name.length <= 253 && labels.length >= 2 && labels.every((l) => label.test(l)) && !/^\d+$/.test(labels.at(-1) ?? "")
  );
}

const reserved = new BlockList();
// The three documentation networks are reserved as well, but count as public here, so that examples and tests need no
// real address.
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  reserved.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  reserved.addSubnet(network, prefix, "ipv6");
}

/** Whether an address cannot be an origin (private, loopback, link-local, multicast and future-use networks). */
export function isReservedAddress({ host, ipVersion }: HostText): boolean {
  return ipVersion !== 0 && reserved.check(host, ipVersion === 4 ? "ipv4" : "ipv6");
}
