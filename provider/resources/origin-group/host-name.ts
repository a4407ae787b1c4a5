import { BlockList, isIP } from "node:net";

/** Networks that no origin on the internet can be in: loopback, private, link-local, multicast and future use. */
const reserved = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
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

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Combining marks and the two joiners are for internationalised names; a joiner needs what it joins before it. */
const label =
  /^[\p{L}\p{N}_](?:(?:[\p{L}\p{M}\p{N}_-]|(?<=\p{M})\u200d|(?<=[\p{L}\p{M}])\u200c){0,61}[\p{L}\p{M}\p{N}_])?$/u;

/** What is wrong with the `source` of a host (contract, sections 7 and 8), as far as can be known without DNS. */
export function findHostProblem(source: string): string | undefined {
  const excess = findExcess(source);
  if (excess !== undefined) {
    return excess;
  }
  const withPort = isIP(source) === 6 ? null : /^(\[[^\]]*\]|[^:[]*):(.*)$/.exec(source);
  const [, host = source, port] = withPort ?? [];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)) {
    return `must have a port from 1 to 65535 after the colon, not "${port}"`;
  }
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const version = isIP(address);
  if (version !== 0 && reserved.check(address, version === 4 ? "ipv4" : "ipv6")) {
    return "must not be a reserved or private IP address; give one that the CDN can reach";
  }
  if (/[^.]\.$/.test(host) && isHost(host.slice(0, -1))) {
    return `must not end in a dot; write "${host.slice(0, -1)}${port === undefined ? "" : `:${port}`}"`;
  }
  return isHost(host) ? undefined : "must be an IP address or a domain name, with `:port` for a custom port";
}

/** What is wrong with a host that only goes into a header or a request, which any name may be. */
export function findHostTextProblem(text: string): string | undefined {
  return (
    findExcess(text) ??
    (/[\s\p{Cc}/]/u.test(text)
      ? "must be only a domain name or an IP address: no white space, control character or slash"
      : undefined)
  );
}

/** What an address has that a host has not. */
function findExcess(address: string): string | undefined {
  // The host in an address with a path or query, as advice.
  const suggestHost = (text: string) => {
    const host = text.replace(/[/?#].*$/s, "");
    return host === "" ? "only the IP address or domain name" : `"${host}"`;
  };
  if (address.includes("@")) {
    return "must not contain a user name or password";
  }
  if (scheme.test(address)) {
    return `must not contain a scheme; write ${suggestHost(address.replace(scheme, ""))}`;
  }
  return /^(?:\/\/)?[^/].*\//s.test(address)
    ? `must not contain a path; write ${suggestHost(address.replace(/^\/\//, ""))}`
    : undefined;
}

function isHost(host: string): boolean {
  if (host.startsWith("[") || isIP(host) === 6) {
    return isIP(host.replace(/^\[(.*)\]$/, "$1")) === 6;
  }
  if (/^[\d.]+$/.test(host)) {
    return isIP(host) === 4;
  }
  return host.split(".").every((part) => label.test(part));
}
