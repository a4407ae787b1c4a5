import { parseInstant } from "../../instant";

/** A time frame in milliseconds since 1970, without `to`, so that frames can follow each other. */
export interface TimeFrame {
  readonly from: number;
  readonly to: number;
}

function parseBound(name: string, value: unknown): { at?: number; problem?: string } {
  // The only published message (platform facts "VOD statistics"); the others imitate it.
  if (value === undefined || value === "") {
    return { problem: `${name}: query param is not set` };
  }
  const at = typeof value === "string" ? parseInstant(value) : undefined;
  return at === undefined ? { problem: `${name}: query param is not a valid ISO 8601 datetime` } : { at };
}

/** Parses `from` and `to`, both required (contract 4.6), or returns all problems. */
export function parseTimeFrame(query: Readonly<Record<string, unknown>>): TimeFrame | { problems: string[] } {
  const from = parseBound("from", query.from);
  const to = parseBound("to", query.to);
  if (from.at === undefined || to.at === undefined) {
    return { problems: [from.problem, to.problem].filter((problem) => problem !== undefined) };
  }
  if (from.at > to.at) {
    return { problems: ["from: query param is later than to"] };
  }
  return { from: from.at, to: to.at };
}
