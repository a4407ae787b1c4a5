import * as z from "zod";

const text = z.string().min(1);

/**
 * What the platform itself answers where something is not there, in each of its products (the contract shows no body of
 * a 404; these are the forms of the published platform). Any other 404 comes from something in between and says nothing
 * about the object.
 */
const notFoundForms = {
  cdn: z.union([z.looseObject({ message: text }), z.looseObject({ detail: text })]),
  cloud: z.looseObject({ exception_class: text, message: text }),
  streaming: z.union([
    z.looseObject({ data: z.array(z.unknown()).max(0), errors: z.array(text).min(1) }),
    z.looseObject({ error: text }),
  ]),
};

/** A part of the platform, with error bodies of its own. */
export type Product = keyof typeof notFoundForms;

/** Whether the body of a 404 is the product's own, so that something is really not there. */
export function isOwnNotFound(product: Product, body: unknown): boolean {
  return notFoundForms[product].safeParse(body).success;
}

/**
 * Advice for a base URL that ends in the path of a product, with which each path begins already; undefined for any
 * other. It may be right behind a proxy, so it is not an error in itself; but no 404 below it proves anything.
 */
export function adviseOnProductPath(baseUrl: string): string | undefined {
  const end = /\/[^/]*$/.exec(new URL(baseUrl).pathname)?.[0].slice(1) ?? "";
  return Object.hasOwn(notFoundForms, end)
    ? `edgecloud:baseUrl ends in /${end}, which the paths of that product already begin with; leave it out`
    : undefined;
}
