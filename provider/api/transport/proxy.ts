export interface Proxy {
  /** Its address as it is set, a login included: `http://user:p%40ss@proxy.example.com:3128/`. */
  url: string;
  /** The variable that it comes from, as it is spelled in the environment: `HTTPS_PROXY`. */
  variable: string;
}

/**
 * The proxy that calls to a base URL go through, by the variables that curl reads. Addresses of this machine are always
 * reached directly. If its address is not usable, `problem` names the variable and says what it must be, without showing
 * the value.
 */
export function chooseProxy(baseUrl: string, environment: NodeJS.ProcessEnv): { proxy?: Proxy; problem?: string } {
  const target = new URL(baseUrl);
  const variable = findVariable(environment, `${target.protocol.slice(0, -1)}_proxy`, "all_proxy");
  const exceptions = environment[findVariable(environment, "no_proxy") ?? ""] ?? "";
  const isException = exceptions.split(/[\s,]+/).some((entry) => matchesException(entry.toLowerCase(), target));
  if (variable === undefined || isLoopback(target) || isException) {
    return {};
  }
  const url = parseProxy(environment[variable]?.trim() ?? "");
  const rule =
    "must be the address of an HTTP proxy, like http://proxy.example.com:3128 or " +
    "http://user:password@proxy.example.com:3128, with the characters / ? # @ : % of a login percent-encoded";
  return url ? { proxy: { url: url.href, variable } } : { problem: `${variable} ${rule}` };
}

/** The first that is set and not empty; lower case wins, as in curl, Go, Python and axios. */
function findVariable(environment: NodeJS.ProcessEnv, ...names: string[]): string | undefined {
  return names.flatMap((name) => [name, name.toUpperCase()]).find((name) => environment[name]?.trim());
}

function parseProxy(value: string): URL | undefined {
  try {
    const url = new URL(value);
    decodeURIComponent(url.username + url.password);
    // A path after the host is the rest of a password with a slash in it, or belongs to a PAC file.
    const isAddress = `${url.pathname}${url.search}${url.hash}` === "/" && url.port !== "0";
    return isAddress && /^https?:\/\//i.test(value) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an address is of this machine, so that nothing sent there leaves it. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether an entry of `NO_PROXY` matches: a host with those below it, perhaps with a port, or `*`. */
function matchesException(entry: string, { hostname, port, protocol }: URL): boolean {
  const [, name = "", ofPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (ofPort !== undefined && ofPort !== (port || (protocol === "https:" ? "443" : "80"))) {
    return false;
  }
  const domain = name.replace(/^\*?\./, "");
  return name === "*" || (domain !== "" && `.${hostname}`.endsWith(`.${domain}`));
}
