import type * as z from "zod";
import { describeError, ignoreNotFoundAnswer, NotFoundAnswerError } from "../failures/errors";
import type { ApiRequest, Client } from "../transport/client";
import { withDeadline } from "../transport/deadline";
import { systemClock } from "../transport/stop";
import { readAllPages, type AllPages, type Page } from "./pages";
import { formatPath } from "./path";

/** From this many reads of objects in one list on, the list is read instead. */
const minReads = 8;
/** How long the first reads wait for others, because together they may be enough for a list. */
const gatherMs = 25;
/**
 * The time limit for reading a list while calls of `read` wait for it. Any list also counts as fresh for this long
 * after it was begun.
 */
const freshMs = 5_000;

interface Listing<Item> {
  /** Lists are numbered in the order in which they are begun. */
  number: number;
  freshUntil: number;
  /** Resolves to the objects by ID or name, or to undefined if the list could not be read. */
  items: Promise<ReadonlyMap<string, Item> | undefined>;
  /** Why the list cannot prove that an object is gone; undefined for a whole list, and until `items` has resolved. */
  flaw?: string;
}

/** The reason why a 404 does not prove that an object is gone. */
export interface Doubt {
  /** A clause for an error message: "the list of snapshots has it". */
  reason: string;
  isListed: boolean;
}

/**
 * Reads many objects of one list with few requests, by reading the list. An object is still read by itself while there
 * are few reads (see `minReads`), if this process has changed it, if the list lacks it, or if `isAsKnown` rejects what
 * the list has. After a failure to read the list, every object is read by itself. `findDoubt` uses the same lists.
 */
class BatchedReads<Item extends object> {
  private listCount = 0;
  /** For each object that this process has changed, the number of the last list that was begun before the change. */
  private readonly changed = new Map<string, number>();
  private readCount = 0;
  private latest?: Listing<Item>;
  private gathering?: Promise<Listing<Item> | undefined>;
  private hasFailed = false;

  constructor(
    private readonly plural: string,
    private readonly readAll: () => Promise<AllPages<Item>>,
  ) {}

  /** Returns what a list has if `isAsKnown` accepts it, or else reads the object: a list may be a few seconds old. */
  async read(key: string, readOne: () => Promise<Item>, isAsKnown: (item: Item) => boolean): Promise<Item> {
    this.readCount += 1;
    this.gathering ??= this.gather().finally(() => (this.gathering = undefined));
    const listing = await this.gathering;
    const listed = (await listing?.items)?.get(key);
    return listed && !this.changed.has(key) && isAsKnown(listed) ? listed : readOne();
  }

  markChanged(key: string): void {
    this.changed.set(key, this.listCount);
  }

  /**
   * Returns undefined if a whole list lacks the object, which proves that the object is gone. A recent list can prove
   * that only if it was begun after this process last changed the object. If none does, a new list is read.
   */
  async findDoubt(key: string): Promise<Doubt | undefined> {
    const earlier = this.latest;
    if (earlier && systemClock.now() < earlier.freshUntil && earlier.number > (this.changed.get(key) ?? 0)) {
      const isAbsent = (await earlier.items)?.has(key) === false;
      if (isAbsent && earlier.flaw === undefined) {
        return undefined;
      }
    }
    // If another call has begun a list meanwhile, use that list, so that many 404s share one.
    const listing = this.latest && this.latest !== earlier ? this.latest : this.begin();
    const isListed = (await listing.items)?.has(key) ?? false;
    const says = isListed ? "has it" : listing.flaw && `${listing.flaw}, so nothing shows that it is gone`;
    return says === undefined ? undefined : { reason: `the list of ${this.plural} ${says}`, isListed };
  }

  /** Returns the list that answers reads, or undefined if each object has to be read by itself. */
  private async gather(): Promise<Listing<Item> | undefined> {
    if (this.hasFailed) {
      return undefined;
    }
    if (this.latest && systemClock.now() < this.latest.freshUntil) {
      return this.latest;
    }
    if (this.readCount < minReads) {
      await systemClock.sleep(gatherMs);
    }
    return this.readCount < minReads ? undefined : this.begin(freshMs / 1000);
  }

  private begin(withinSeconds?: number): Listing<Item> {
    const listing: Listing<Item> = {
      number: ++this.listCount,
      freshUntil: systemClock.now() + freshMs,
      items: withDeadline(withinSeconds, this.readAll, "a list may take").then(
        ({ items, isWhole }) => {
          listing.flaw = isWhole ? undefined : "is not whole";
          return items;
        },
        (error: unknown) => {
          const reason = error instanceof NotFoundAnswerError ? "404" : describeError(error);
          listing.flaw = `could not be read (${reason})`;
          this.hasFailed = true;
          return undefined;
        },
      ),
    };
    return (this.latest = listing);
  }
}

/** Describes one kind of object. The path of an object is the path of its list, a slash, and the object's key. */
export interface ObjectKind<Ref, Item> {
  /** The name of the kind in messages, such as "origin groups". */
  plural: string;
  keyName: "id" | "name";
  getKey: (ref: Ref) => string;
  getListPath: (ref: Ref) => string;
  /** The keys of request bodies whose values must not appear in errors. */
  secretKeys?: readonly string[];
  answer: z.ZodType<Item>;
  /** The schema of a page of the list. It may require fewer fields of an object than `answer` does. */
  page: z.ZodType<Page<Item>>;
}

type Call<Answered> = Omit<ApiRequest<Answered>, "path" | "secretKeys">;

/** The calls for one kind of object. A 404 becomes a `NotFoundError` only if a list shows that the object is gone. */
export abstract class ObjectCalls<Ref, Item extends { id?: unknown; name: string }> {
  protected abstract readonly kind: ObjectKind<Ref, Item>;
  private readonly lists = new Map<string, BatchedReads<Item>>();

  constructor(protected readonly client: Client) {}

  get(ref: Ref): Promise<Item> {
    return this.send(ref, { method: "GET", ...this.expectObject(ref) });
  }

  /** Like `get`, but when many objects are read, a list may answer, if `isAsKnown` accepts what the list has. */
  read(ref: Ref, isAsKnown: (listed: Item) => boolean): Promise<Item> {
    return this.findList(ref).read(this.kind.getKey(ref), () => this.get(ref), isAsKnown);
  }

  /** Like `get`, but returns undefined for any 404, without checking a list. Use it where a wrong 404 does no harm. */
  peek(ref: Ref): Promise<Item | undefined> {
    return this.request(this.buildPath(ref), { method: "GET", ...this.expectObject(ref) }).catch(ignoreNotFoundAnswer);
  }

  /** From now on, no list answers reads of the object, and no list begun until now can prove that it is gone. */
  markChanged(ref: Ref): void {
    this.findList(ref).markChanged(this.kind.getKey(ref));
  }

  /** Returns undefined if the platform's list confirms that the object is gone, otherwise why it may still exist. */
  findDoubt(ref: Ref): Promise<Doubt | undefined> {
    return this.findList(ref).findDoubt(this.kind.getKey(ref));
  }

  /** Returns options that make a call fail if it answers with an object other than the one that `ref` names. */
  protected expectObject(ref: Ref): Pick<Call<Item>, "answer" | "about"> {
    const { answer, keyName, getKey } = this.kind;
    return { answer, about: { [keyName]: getKey(ref) } };
  }

  /** Sends a call about one object, and checks a 404 against a list. Any call but a GET marks the object as changed. */
  protected async send<Answered>(ref: Ref, call: Call<Answered>): Promise<Answered> {
    const path = this.buildPath(ref);
    const isRead = call.method === "GET";
    if (!isRead) {
      this.markChanged(ref);
    }
    try {
      return await this.request(path, call);
    } catch (error) {
      if (!(error instanceof NotFoundAnswerError)) {
        throw error;
      }
      const doubt = await this.findDoubt(ref);
      // If the list has the object, the object may have been created after the 404, so another read may find it.
      const found = isRead && doubt?.isListed && (await this.request(path, call).catch(ignoreNotFoundAnswer));
      if (found) {
        return found;
      }
      throw error.explainAbsence(doubt?.reason);
    }
  }

  protected request<Answered>(path: string, call: Call<Answered>): Promise<Answered> {
    return this.client.request({ ...call, path, secretKeys: this.kind.secretKeys });
  }

  protected async readList(path: string, filters: object): Promise<Item[]> {
    return [...(await this.readAll(path, filters)).items.values()];
  }

  private readAll(path: string, filters: object): Promise<AllPages<Item>> {
    const { keyName, page } = this.kind;
    return readAllPages(
      (range) => this.request(path, { method: "GET", query: { ...filters, ...range }, answer: page }),
      (item) => String(item[keyName]),
    );
  }

  private findList(ref: Ref): BatchedReads<Item> {
    const path = this.kind.getListPath(ref);
    const list = this.lists.get(path) ?? new BatchedReads(this.kind.plural, () => this.readAll(path, {}));
    this.lists.set(path, list);
    return list;
  }

  private buildPath(ref: Ref): string {
    return this.kind.getListPath(ref) + formatPath`/${this.kind.getKey(ref)}`;
  }
}
