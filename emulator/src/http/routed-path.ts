import type { IncomingMessage } from "node:http";

/**
 * Rewrites a request target to origin form. The absolute form, which clients send to proxies, names the host, which
 * replaces the Host header (RFC 9112, section 3.2.2).
 */
export function toOriginForm({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): string {
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (authority === undefined) {
    return url;
  }
  headers.host = authority;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Returns the path of a URL as the router sees it, decoded and without the query, so that areas, faults and the log
 * match the same path as the route.
 */
export function toRoutedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes("%")) {
    return path;
  }
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}
