/** The part of the parser that the tests use. */
declare module "js-yaml" {
  export function load(text: string): unknown;
  export function loadAll(text: string): unknown[];
}
