import type { IncomingMessage } from "node:http";

/**
 * The target of a request as the router takes it. In absolute form, as it is sent to proxies, it names the host itself,
 * which counts in place of the Host header (RFC 9112, section 3.2.2).
 */
export function toOriginForm({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): string {
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (authority === undefined) return url;
  headers.host = authority;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * The path of a URL as the router reads it: without the query, and with the encoding of plain characters undone.
 * What is chosen by a path (an area, a fault, an entry of the log) is chosen by the same one as the route.
 */
export function toRoutedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}
