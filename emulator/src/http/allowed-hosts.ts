import { isIPv4, isIPv6 } from "node:net";

const authority = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d{1,5})?$/i;

/** Returns the normalized name or address of a Host header, without the port; undefined if it is not valid. */
export function parseHostHeader(header: string | undefined): string | undefined {
  if (header === undefined || !authority.test(header) || !URL.canParse(`http://${header}`)) {
    return undefined;
  }
  return new URL(`http://${header}`).hostname.replace(/^\[|\]$|\.$/g, "");
}

/** A dual-stack socket maps IPv4 addresses to IPv6. */
const unmapIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

/** Normalizes a name or address like {@link parseHostHeader}. */
const normalizeHost = (name: string): string =>
  parseHostHeader(isIPv6(name) ? `[${name}]` : name) ?? name.toLowerCase();

/** Whether a name or an address is loopback. */
export function isLoopback(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1") {
    return true;
  }
  return isIPv4(name) && name.startsWith("127.");
}

/**
 * Decides by the Host header who may use the control endpoints. With DNS rebinding, a page of any site can make a
 * browser on this machine send requests here and read the responses, but the Host header has the site's name.
 */
export class AllowedHosts {
  private readonly names: ReadonlySet<string>;

  /** @param names Allowed besides loopback and the local address of the connection. */
  constructor(names: readonly string[]) {
    this.names = new Set(names.map(normalizeHost));
  }

  /** Whether a request with this Host header is allowed on a connection to `localAddress`. */
  allows(header: string | undefined, localAddress: string | undefined): boolean {
    const name = parseHostHeader(header);
    if (name === undefined) {
      return false;
    }
    return isLoopback(name) || this.names.has(name) || name === normalizeHost(unmapIpv4(localAddress ?? ""));
  }
}
