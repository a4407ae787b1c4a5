import { isIP } from "node:net";

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;
const label = /^[\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u;

/** What is wrong with the `source` of a host (contract, sections 7 and 8), as far as it can be told without DNS. */
export function hostProblem(source: string): string | undefined {
  if (source.includes("@")) {
    return "must not contain a user name or password";
  }
  if (scheme.test(source)) {
    return `must not contain a scheme; write "${source.replace(scheme, "")}"`;
  }
  if (source.includes("/")) {
    return `must not contain a path; write "${source.slice(0, source.indexOf("/"))}"`;
  }
  if (isIP(source) === 6) {
    return undefined;
  }
  const { host, port } = splitPort(source);
  if (port !== undefined && !isPort(port)) {
    return `must have a port from 1 to 65535 after the colon, not "${port}"`;
  }
  return isHost(host) ? undefined : "must be an IP address or a domain name, with `:port` for a custom port";
}

function splitPort(source: string): { host: string; port?: string } {
  const match = /^(\[[^\]]*\]|[^:[]*):(.*)$/.exec(source);
  return match ? { host: match[1] ?? "", port: match[2] } : { host: source };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535;
}

function isHost(host: string): boolean {
  if (host.startsWith("[")) {
    return isIP(host.slice(1, -1)) === 6;
  }
  if (/^[\d.]+$/.test(host)) {
    return isIP(host) === 4;
  }
  return host
    .replace(/\.$/, "")
    .split(".")
    .every((part) => label.test(part));
}
