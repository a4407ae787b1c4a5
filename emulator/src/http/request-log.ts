import { z } from "zod";
import { parseInput } from "../invalid-input";
import type { Credential } from "./credentials";
import { matchesPattern, pathPattern, patternMethods, patternShape } from "./request-pattern";
import type { ReceivedBody } from "./received-body";

/** One request to the platform, as a test reads it. Control requests are not in the log. */
export interface RequestLogEntry {
  /** Counts from 1 since the start or the last clearing. */
  readonly number: number;
  /** When it had arrived whole, ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string;
  readonly method: string;
  /** Without the query, as the router reads it: `%5F` is an underscore. */
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

const filterSchema = z.strictObject({
  /** @default "*" */
  method: z.enum(patternMethods).optional(),
  /** `*` stands for any run of characters. @default every path */
  path: pathPattern.optional(),
  ...patternShape,
  /** The status answered; null: none yet, or the connection was reset. */
  status: z.number().int().nullable().optional(),
  /** Only requests with a greater `number`. @default 0 */
  after: z.number().int().min(0).default(0),
});

/** Which requests of the log are wanted; what is left out does not matter. */
export type RequestFilter = z.input<typeof filterSchema>;

/** How long `waitForRequest` waits. */
export interface WaitOptions {
  /** 1 to 600000. @default 5000 */
  readonly timeoutMs?: number | undefined;
}

const waitSchema = z.strictObject({ timeoutMs: z.number().int().min(1).max(600_000).default(5000) });

/** What is kept of a request; its body as text, of which each reader gets an object of its own. */
interface StoredRequest {
  readonly entry: Omit<RequestLogEntry, "body">;
  readonly sent: Pick<ReceivedBody, "text" | "problem"> | undefined;
  readonly bytes: number;
}

/** Somebody who waits for a request. */
interface Waiter {
  readonly offer: (stored: StoredRequest) => void;
  readonly close: () => void;
}

/** A request as the pipeline knows it when it arrives. */
export type ArrivedRequest = Omit<RequestLogEntry, "number" | "receivedAt" | "status" | "fault" | "body">;

/** Older entries are dropped beyond these, so that a long-running emulator does not fill the memory. */
const limits = { entries: 10_000, bytes: 64 * 1024 * 1024 };

function readBody({ sent }: StoredRequest): unknown {
  if (sent === undefined || sent.text === "") return null;
  return sent.problem === undefined ? (JSON.parse(sent.text) as unknown) : sent.text;
}

/** About as much memory as a request takes: its texts, and something for the rest. */
function estimateSize({ path, query, headers }: ArrivedRequest, text = ""): number {
  return 500 + path.length + JSON.stringify([query, headers]).length + Buffer.byteLength(text);
}

/** The requests since the start, in the order of arrival. */
export class RequestLog {
  private stored = new Map<number, StoredRequest>();
  private bytes = 0;
  private count = 0;
  private readonly waiting = new Set<Waiter>();

  /** Adds a request and returns its entry, whose `fault` is filled in later; its status by {@link recordStatus}. */
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

  /** Notes the status that a request was answered with. */
  recordStatus(entry: StoredRequest["entry"], status: number): void {
    entry.status = status;
    const stored = this.stored.get(entry.number);
    // After a clearing, the number may be that of another request.
    if (stored?.entry === entry) this.notifyWaiters(stored);
  }

  /** Copies of the entries that fit; throws an `InvalidInputError` for a filter that is not valid. */
  list(filter: unknown = {}): RequestLogEntry[] {
    const checked = parseInput(filterSchema, filter, "filter");
    return [...this.stored.values()].filter((stored) => matchesFilter(checked, stored)).map(copyEntry);
  }

  /** Resolves with the first request that fits, one that is there already included. */
  async waitFor(filter: unknown = {}, options: WaitOptions = {}): Promise<RequestLogEntry> {
    const checked = parseInput(filterSchema, filter, "filter");
    const { timeoutMs } = parseInput(waitSchema, options, "wait");
    const logged = [...this.stored.values()].find((stored) => matchesFilter(checked, stored));
    if (logged) return copyEntry(logged);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        settle();
      };
      const waiting: Waiter = {
        offer: (stored) => matchesFilter(checked, stored) && end(() => resolve(copyEntry(stored))),
        close: () => end(() => reject(new Error("The emulator was closed while a request was waited for."))),
      };
      const createTimeoutError = () =>
        new Error(`No request like ${JSON.stringify(filter)} within ${timeoutMs} ms; ${this.describeRecent()}.`);
      const timer = setTimeout(() => end(() => reject(createTimeoutError())), timeoutMs);
      this.waiting.add(waiting);
    });
  }

  /** Forgets all entries. */
  clear(): void {
    this.stored = new Map();
    this.bytes = 0;
    this.count = 0;
  }

  /** Ends every wait. */
  close(): void {
    for (const { close } of [...this.waiting]) close();
  }

  private dropOldest(): void {
    for (const [number, { bytes }] of this.stored) {
      const fit = this.stored.size <= limits.entries && this.bytes <= limits.bytes;
      if (fit || this.stored.size === 1) return;
      this.stored.delete(number);
      this.bytes -= bytes;
    }
  }

  private notifyWaiters(stored: StoredRequest): void {
    for (const { offer } of [...this.waiting]) offer(stored);
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
  if (entry.number <= after || (status !== undefined && entry.status !== status)) return false;
  // The body is parsed only where it is asked for.
  return matchesPattern(pattern, { ...entry, body: pattern.body === undefined ? undefined : readBody(stored) });
}

function copyEntry(stored: StoredRequest): RequestLogEntry {
  const { status, fault, ...request } = structuredClone(stored.entry);
  return { ...request, body: readBody(stored), status, fault };
}
