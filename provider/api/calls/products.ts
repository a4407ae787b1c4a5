/** The parts of the platform: each has its own path. */
const products = ["cdn", "cloud", "streaming"] as const;

/** A part of the platform. */
export type Product = (typeof products)[number];

/**
 * Advice for a base URL that ends in the path of a product, with which each path begins already; undefined for any
 * other. It may be right behind a proxy, so it is not an error in itself.
 */
export function adviseOnProductPath(baseUrl: string): string | undefined {
  const end = /\/[^/]*$/.exec(new URL(baseUrl).pathname)?.[0].slice(1) ?? "";
  return products.some((product) => product === end)
    ? `edgecloud:baseUrl ends in /${end}, which the paths of that product already begin with; leave it out`
    : undefined;
}
