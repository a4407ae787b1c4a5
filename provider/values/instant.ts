const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/** Returns an ISO 8601 datetime in milliseconds since 1970. An offset may lack its colon, and no zone means UTC. */
export function parseInstant(text: string): number | undefined {
  const [, local, zone = "Z"] = pattern.exec(text) ?? [];
  const ms = local === undefined ? NaN : Date.parse(local + zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2"));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Compares two datetimes as instants, even within a millisecond, or as texts if one cannot be parsed. */
export function compareInstants(a: string, b: string): number {
  const difference = (parseInstant(a) ?? NaN) - (parseInstant(b) ?? NaN);
  return difference || (difference === 0 ? compareTexts(readFraction(a), readFraction(b)) : compareTexts(a, b));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns the fraction of the second without trailing zeros, so that fractions compare as texts. */
function readFraction(text: string): string {
  return /\.(\d*[1-9])/.exec(text)?.[1] ?? "";
}
