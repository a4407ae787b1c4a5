import { BlockList, isIP, isIPv6 } from "node:net";

/** The proxy between a connection and the platform. */
export interface Proxy {
  /** Its address as it is set, a login included: `http://user:p%40ss@proxy.example.com:3128/`. */
  url: string;
  /** The variable that it comes from, as it is spelled in the environment: `HTTPS_PROXY`. */
  variable: string;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/**
 * The proxy that calls to a base URL go through, by the rules of Go's `httpproxy`, which the Pulumi engine follows too,
 * and `ALL_PROXY` as curl has it. Addresses of this machine are always reached directly. If its address is not usable,
 * `problem` names the variable and says why, without showing the value.
 */
export function chooseProxy(baseUrl: string, environment: NodeJS.ProcessEnv): { proxy?: Proxy; problem?: string } {
  const target = new URL(baseUrl);
  const scheme = target.protocol.slice(0, -1);
  const [variable, value] =
    findVariable(environment, `${scheme}_proxy`) ?? findVariable(environment, "all_proxy") ?? [];
  const [, exceptions] = findVariable(environment, "no_proxy") ?? [];
  if (variable === undefined || value === undefined || isLoopback(target)) {
    return {};
  }
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  if (exceptions?.split(/[\s,]+/).some((entry) => matchesException(entry, parseHost(target), port))) {
    return {};
  }
  const problem = findUrlProblem(value);
  return problem === undefined
    ? { proxy: { url: new URL(value).href, variable } }
    : { problem: `${variable} ${problem}` };
}

/** A variable that is set and not empty; lower case wins, as in curl, Go, Python and axios. */
function findVariable(environment: NodeJS.ProcessEnv, name: string): [variable: string, value: string] | undefined {
  for (const variable of [name, name.toUpperCase()]) {
    const value = environment[variable]?.trim();
    if (value) {
      return [variable, value];
    }
  }
  return undefined;
}

/** Why a text cannot be the address of a proxy, after the name of the variable that has it. */
function findUrlProblem(value: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value)?.[1]?.toLowerCase();
  if (scheme?.startsWith("socks")) {
    return "names a SOCKS proxy, but only HTTP proxies are supported: it must begin with http:// or https://";
  }
  if (scheme !== "http" && scheme !== "https") {
    return `must begin with http:// or https://${scheme ? "" : ", but has no scheme"}`;
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const withoutPort = value.replace(/:[^:/@\]]*\/*$/, "");
  if (url?.port === "0" || value.endsWith(":") || (!url && URL.canParse(withoutPort))) {
    return "has an invalid port: it must be a number from 1 to 65535";
  }
  const malformed =
    "must be like http://proxy.example.com:3128 or http://user:password@proxy.example.com:3128, " +
    "with the characters / ? # @ : % of a login percent-encoded";
  // A path after the host is the rest of a password with a slash in it, or belongs to a PAC file.
  if (!url || `${url.pathname}${url.search}${url.hash}` !== "/") {
    return malformed;
  }
  try {
    decodeURIComponent(url.username + url.password);
    return undefined;
  } catch {
    return malformed;
  }
}

/** Whether an address is of this machine, so that nothing sent there leaves it. */
export function isLoopback(address: URL): boolean {
  const host = parseHost(address);
  return isIP(host) ? loopback.check(host, detectFamily(host)) : host === "localhost";
}

function parseHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Whether an entry of `NO_PROXY` matches the host; a malformed one matches none. */
function matchesException(entry: string, host: string, port: string): boolean {
  if (entry === "*") {
    return true;
  }
  const [, bracketed, plain, ofPort] = /^(?:\[(.*)\]|([^:]*)):(\d+)$/.exec(entry) ?? [];
  if (ofPort !== undefined && Number(ofPort) !== Number(port)) {
    return false;
  }
  const name = bracketed ?? plain ?? entry.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host)) {
    return parseRange(name)?.check(host, detectFamily(host)) ?? false;
  }
  const below = /^\*?\./.exec(name)?.[0] ?? "";
  const domain = name.slice(below.length).toLowerCase().replace(/\.$/, "");
  return domain !== "" && (host.endsWith(`.${domain}`) || (below === "" && host === domain));
}

/** The addresses of `10.1.2.3`, `10.0.0.0/8`, `fd00::1` or `fd00::/8`. */
function parseRange(range: string): BlockList | undefined {
  const [, address = "", bits = isIPv6(address) ? 128 : 32] = /^([^/]+)(?:\/(\d+))?$/.exec(range) ?? [];
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(bits), detectFamily(address));
    return list;
  } catch {
    return undefined;
  }
}

function detectFamily(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
