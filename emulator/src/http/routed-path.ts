/**
 * The path of a URL as the router reads it: without the query, and with the encoding of plain characters undone.
 * What is chosen by a path (an area, a fault, an entry of the log) is chosen by the same one as the route.
 */
export function routedPath(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}
