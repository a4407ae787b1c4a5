import { isIPv4, isIPv6 } from "node:net";

const authority = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(?::\d{1,5})?$/i;

/** The name or address of a Host header, in its normal form and without the port; undefined when it is not one. */
export function parseHostHeader(header: string | undefined): string | undefined {
  if (header === undefined || !authority.test(header) || !URL.canParse(`http://${header}`)) return undefined;
  return new URL(`http://${header}`).hostname.replace(/^\[|\]$|\.$/g, "");
}

/** An address as a header of IPv4 would have it, where a socket serves both versions. */
const unmapIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, "");

/** An address as {@link parseHostHeader} returns it. */
const normalizeHost = (name: string): string =>
  parseHostHeader(isIPv6(name) ? `[${name}]` : name) ?? name.toLowerCase();

/** Whether a name or an address leads to the machine itself. */
export function isLoopback(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost") || name === "::1") return true;
  return isIPv4(name) && name.startsWith("127.");
}

/**
 * Decides by the Host header who may use the control endpoints. A page of any site can make a browser on this machine
 * send requests here under the site's own name (DNS rebinding), and read the answers; it cannot change that header.
 */
export class AllowedHosts {
  private readonly names: ReadonlySet<string>;

  /** @param names What is allowed besides loopback and the address that a connection came in on. */
  constructor(names: readonly string[]) {
    this.names = new Set(names.map(normalizeHost));
  }

  /** Whether a request with this Host header is allowed, on a connection to `localAddress`. */
  allows(header: string | undefined, localAddress: string | undefined): boolean {
    const name = parseHostHeader(header);
    if (name === undefined) return false;
    return isLoopback(name) || this.names.has(name) || name === normalizeHost(unmapIpv4(localAddress ?? ""));
  }
}
