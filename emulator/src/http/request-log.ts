import type { Credential } from "./credentials";

/** One request to the platform, as a test reads it. Control requests are not in the log. */
export interface RequestLogEntry {
  /** Counts from 1 since the start or the last clearing. */
  readonly number: number;
  /** When it had arrived whole, ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** All headers but `authorization`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Which accepted key was sent; null: none of them. */
  readonly credential: Credential | null;
  /**
   * Parsed JSON; the text as sent when it is not JSON; null without a body. Credentials in it are NOT removed:
   * tests have to prove what was sent. The log lives in memory only.
   */
  readonly body: unknown;
  /** The status answered; null while in progress and when the connection was reset. */
  status: number | null;
  /** ID of the fault that was applied, or null. */
  fault: number | null;
}

/** Older entries are dropped beyond this number, so that a long-running emulator does not fill the memory. */
const capacity = 10_000;

/** The requests since the start, in the order of arrival. */
export class RequestLog {
  private kept: RequestLogEntry[] = [];
  private count = 0;

  /** Adds a request and returns its entry, whose `status` and `fault` are filled in later. */
  add(entry: Omit<RequestLogEntry, "number" | "receivedAt" | "status" | "fault">): RequestLogEntry {
    const receivedAt = new Date().toISOString();
    const added: RequestLogEntry = { number: ++this.count, receivedAt, ...entry, status: null, fault: null };
    this.kept.push(added);
    if (this.kept.length > capacity) this.kept.shift();
    return added;
  }

  /** A copy of all entries. */
  list(): RequestLogEntry[] {
    return structuredClone(this.kept);
  }

  /** Forgets all entries. */
  clear(): void {
    this.kept = [];
    this.count = 0;
  }
}
