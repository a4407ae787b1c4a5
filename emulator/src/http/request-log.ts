import { z } from "zod";
import { parseInput } from "../invalid-input";
import type { Credential } from "./credentials";
import { matchesPattern, pathPattern, patternMethods, patternShape } from "./request-pattern";
import type { ReceivedBody } from "./received-body";

/** One request to the platform. Control requests are not in the log. */
export interface RequestLogEntry {
  /** Counts from 1 since the start or the last clearing. */
  readonly number: number;
  /** When it had arrived completely, ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly method: string;
  /** Without the query, decoded like the router does: `%5F` is an underscore. */
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** All headers but `authorization`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Which accepted key was sent; null if none. */
  readonly credential: Credential | null;
  /**
   * Parsed JSON; the text as sent if it is not JSON; null without a body. Credentials in it are NOT removed, because
   * tests check what was sent. The log is in memory only.
   */
  readonly body: unknown;
  /** The response's status; null while in progress or if the connection was reset. */
  status: number | null;
  /** ID of the fault that was applied, or null. */
  fault: number | null;
}

const filterSchema = z.strictObject({
  /** @default "*" */
  method: z.enum(patternMethods).optional(),
  /** `*` stands for any run of characters. @default every path */
  path: pathPattern.optional(),
  ...patternShape,
  /** The response's status; null if there is none yet, or if the connection was reset. */
  status: z.number().int().nullable().optional(),
  /** Only requests with a greater `number`. @default 0 */
  after: z.number().int().min(0).default(0),
});

/** A filter of the log; an omitted property matches everything. */
export type RequestFilter = z.input<typeof filterSchema>;

/** How long `waitForRequest` waits. */
export interface WaitOptions {
  /** 1 to 600000. @default 5000 */
  readonly timeoutMs?: number | undefined;
}

const waitSchema = z.strictObject({ timeoutMs: z.number().int().min(1).max(600_000).default(5000) });

/** A request as stored, with its body as text: each reader gets an object of its own. */
interface StoredRequest {
  readonly entry: Omit<RequestLogEntry, "body">;
  readonly sent: Pick<ReceivedBody, "text" | "problem"> | undefined;
  readonly bytes: number;
}

interface Waiter {
  readonly offer: (stored: StoredRequest) => void;
  readonly close: () => void;
}

/** A request at its arrival. */
type ArrivedRequest = Omit<RequestLogEntry, "number" | "receivedAt" | "status" | "fault" | "body">;

/** Beyond these the oldest entries are dropped, to bound the memory. */
const limits = { entries: 10_000, bytes: 64 * 1024 * 1024 };

function readBody({ sent }: StoredRequest): unknown {
  if (sent === undefined || sent.text === "") {
    return null;
  }
  return sent.problem === undefined ? (JSON.parse(sent.text) as unknown) : sent.text;
}

/** A rough estimate of memory: the texts, and a constant for the rest. */
function estimateSize({ path, query, headers }: ArrivedRequest, text = ""): number {
  return 500 + path.length + JSON.stringify([query, headers]).length + Buffer.byteLength(text);
}

/** The requests since the start, in order of arrival. */
export class RequestLog {
  private stored = new Map<number, StoredRequest>();
  private bytes = 0;
  private count = 0;
  private readonly waiters = new Set<Waiter>();

  /** Adds a request and returns its entry. The caller sets its `fault`, and its status by {@link recordStatus}. */
  add(request: ArrivedRequest, body: ReceivedBody | undefined): StoredRequest["entry"] {
    const number = ++this.count;
    const entry = { number, receivedAt: new Date().toISOString(), ...request, status: null, fault: null };
    const sent = body && { text: body.text, problem: body.problem };
    const bytes = estimateSize(request, sent?.text);
    const stored = { entry, sent, bytes };
    this.stored.set(number, stored);
    this.bytes += bytes;
    this.dropOldest();
    this.notifyWaiters(stored);
    return entry;
  }

  /** Records the status of the response. */
  recordStatus(entry: StoredRequest["entry"], status: number): void {
    entry.status = status;
    const stored = this.stored.get(entry.number);
    // After `clear`, another request may have the same number.
    if (stored?.entry === entry) {
      this.notifyWaiters(stored);
    }
  }

  /** Copies of the matching entries; throws an `InvalidInputError`. */
  list(filter: unknown = {}): RequestLogEntry[] {
    const checked = parseInput(filterSchema, filter, "filter");
    return [...this.stored.values()].filter((stored) => matchesFilter(checked, stored)).map(copyEntry);
  }

  /** Resolves with the first matching request, which may be in the log already. */
  async waitFor(filter: unknown = {}, options: WaitOptions = {}): Promise<RequestLogEntry> {
    const checked = parseInput(filterSchema, filter, "filter");
    const { timeoutMs } = parseInput(waitSchema, options, "wait");
    const logged = [...this.stored.values()].find((stored) => matchesFilter(checked, stored));
    if (logged) {
      return copyEntry(logged);
    }
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        settle();
      };
      const waiter: Waiter = {
        offer: (stored) => matchesFilter(checked, stored) && end(() => resolve(copyEntry(stored))),
        close: () => end(() => reject(new Error("The emulator was closed while a request was waited for."))),
      };
      const createTimeoutError = () =>
        new Error(`No request like ${JSON.stringify(filter)} within ${timeoutMs} ms; ${this.describeRecent()}.`);
      const timer = setTimeout(() => end(() => reject(createTimeoutError())), timeoutMs);
      this.waiters.add(waiter);
    });
  }

  /** Forgets all entries. */
  clear(): void {
    this.stored = new Map();
    this.bytes = 0;
    this.count = 0;
  }

  /** Rejects all waits. */
  close(): void {
    for (const { close } of [...this.waiters]) {
      close();
    }
  }

  private dropOldest(): void {
    for (const [number, { bytes }] of this.stored) {
      const fit = this.stored.size <= limits.entries && this.bytes <= limits.bytes;
      if (fit || this.stored.size === 1) {
        return;
      }
      this.stored.delete(number);
      this.bytes -= bytes;
    }
  }

  private notifyWaiters(stored: StoredRequest): void {
    for (const { offer } of [...this.waiters]) {
      offer(stored);
    }
  }

  private describeRecent(): string {
    const seen = [...this.stored.values()]
      .slice(-5)
      .map(({ entry: { method, path, status } }) => `${method} ${path} ${status}`);
    return seen.length === 0 ? "there was no request" : `the last ones were ${seen.join(", ")}`;
  }
}

function matchesFilter({ status, after, ...pattern }: z.output<typeof filterSchema>, stored: StoredRequest): boolean {
  const { entry } = stored;
  if (entry.number <= after || (status !== undefined && entry.status !== status)) {
    return false;
  }
  // Parses the body only if the pattern needs it.
  return matchesPattern(pattern, { ...entry, body: pattern.body === undefined ? undefined : readBody(stored) });
}

function copyEntry(stored: StoredRequest): RequestLogEntry {
  const { status, fault, ...request } = structuredClone(stored.entry);
  return { ...request, body: readBody(stored), status, fault };
}
