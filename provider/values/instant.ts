const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Milliseconds since 1970 of an ISO 8601 datetime in any of the forms of the platform: with `Z`, with an offset (with
 * or without a colon), or without a zone, which is UTC. Only for comparing; texts are passed on as they are.
 */
export function parseInstant(text: string): number | undefined {
  const [, local, zone = "Z"] = pattern.exec(text) ?? [];
  const ms = local === undefined ? NaN : Date.parse(local + zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Orders two datetimes: as instants, and as texts where that does not decide. */
export function compareInstants(a: string, b: string): number {
  const difference = (parseInstant(a) ?? NaN) - (parseInstant(b) ?? NaN);
  return difference || (a < b ? -1 : Number(a > b));
}
