import { z } from "zod";

const isoDateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(?:Z|([+-])(\d{2}):?(\d{2}))?$/i;

const minuteMs = 60_000;

/**
 * Parses an ISO 8601 datetime into milliseconds since 1970, as UTC if it has no zone. Returns undefined for anything
 * else, including 30 February, which `Date` alone would read as 2 March.
 */
export function parseInstant(text: string): number | undefined {
  const parts = isoDateTime.exec(text);
  if (!parts) {
    return undefined;
  }
  const [, day = "", time = "", seconds = "00", fraction = "0", sign, zoneHours = "0", zoneMinutes = "0"] = parts;
  const written = `${day}T${time}:${seconds}`;
  const utc = Date.parse(`${written}Z`);
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== written) {
    return undefined;
  }
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) {
    return undefined;
  }
  const offsetMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * minuteMs * (sign === "-" ? -1 : 1);
  return utc + Number(fraction.padEnd(3, "0")) - offsetMs;
}

/** An ISO 8601 datetime in a seed. */
export const instantText = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, "is not an ISO 8601 datetime, e.g. 2026-03-31T12:00:00Z");

/** When generated data ends: the seed's `today`, or now. */
export function resolveToday(today: string | undefined): number {
  return (today === undefined ? undefined : parseInstant(today)) ?? Date.now();
}
