import { describeError, NotFoundAnswerError } from "../failures/errors";
import { withDeadline } from "../transport/deadline";
import type { Clock } from "../transport/stop";
import { readAllPages, type Page, type PageQuery } from "./pages";

/** Fewer reads than this are sent one by one. */
const minReads = 8;
/** How long a read waits for `minReads` to come together. */
const gatherMs = 25;
/** How long a list may take, and how long after its start it still answers reads. */
const freshMs = 5_000;

/** A list of the platform. */
interface ListOptions<Item> {
  /** What its objects are called: "origin groups". */
  plural: string;
  readPage: (query: PageQuery) => Promise<Page<Item>>;
  /** What tells its objects apart. */
  getItemKey: (item: Item) => string;
  clock: Clock;
}

/** A list that is being read, or was read a few seconds ago. */
interface Listing<Item> {
  /** Counts from 1. */
  number: number;
  beganAt: number;
  /** By their keys; undefined if the list could not be read. */
  items: Promise<ReadonlyMap<string, Item> | undefined>;
  /** Why the list is no proof that an object is gone; undefined if it is complete. */
  flaw?: string;
}

/** Why a 404 does not show that an object is gone. */
export interface Doubt {
  /** As the end of a sentence: "the list of snapshots has it". */
  reason: string;
  /** Whether the list has the object. */
  isListed: boolean;
}

/**
 * Reads many objects of one list with few requests: reads that come together are answered from the list. It is only a
 * shortcut. An object is read individually if the list does not have it exactly as known, or if this process has changed
 * it; all are once the list has failed. An object counts as gone only if a single answer says so and a complete list
 * lacks it.
 */
export class BatchedReads<Item extends object> {
  /** The number of lists started so far. */
  private begun = 0;
  /** The keys of objects changed by this process, with `begun` at that time. */
  private readonly changed = new Map<string, number>();
  private reads = 0;
  private latest?: Listing<Item>;
  private gathering?: Promise<Listing<Item> | undefined>;
  private hasFailed = false;

  constructor(private readonly options: ListOptions<Item>) {}

  /** The object; up to a few seconds old if the list has it as it `isAsKnown`. */
  async read(key: string, readOne: () => Promise<Item>, isAsKnown: (item: Item) => boolean): Promise<Item> {
    this.reads += 1;
    this.gathering ??= this.gather().finally(() => (this.gathering = undefined));
    const listing = await this.gathering;
    const listed = (await listing?.items)?.get(key);
    return listed && !this.changed.has(key) && isAsKnown(listed) ? listed : readOne();
  }

  /** Has the object read individually from now on. Call this before the change is sent. */
  markChanged(key: string): void {
    this.changed.set(key, this.begun);
  }

  /**
   * After a 404: why the list does not confirm that the object is gone; undefined if it does. A fresh list without the
   * object is enough, if it was started after this process last changed the object. A list with it may be out of date,
   * so another one is read.
   */
  async findDoubt(key: string): Promise<Doubt | undefined> {
    const before = this.begun;
    const known = this.latest;
    if (known && this.isFresh(known) && known.number > (this.changed.get(key) ?? 0)) {
      const items = await known.items;
      if (items && known.flaw === undefined && !items.has(key)) {
        return undefined;
      }
    }
    // Many 404s share the list that the first of them has begun.
    const listing = this.latest && this.begun > before ? this.latest : this.begin();
    const isListed = (await listing.items)?.has(key) ?? false;
    const says = isListed ? "has it" : listing.flaw && `${listing.flaw}, so nothing shows that it is gone`;
    return says === undefined ? undefined : { reason: `the list of ${this.options.plural} ${says}`, isListed };
  }

  private isFresh({ beganAt }: Listing<Item>): boolean {
    return this.options.clock.now() - beganAt < freshMs;
  }

  /** The list to read from; undefined if there are too few reads, or after a useless list. */
  private async gather(): Promise<Listing<Item> | undefined> {
    if (this.hasFailed || (this.latest && this.isFresh(this.latest))) {
      return this.hasFailed ? undefined : this.latest;
    }
    if (this.reads < minReads) {
      await this.options.clock.sleep(gatherMs);
    }
    return this.reads < minReads ? undefined : this.begin(freshMs / 1000);
  }

  private begin(withinSeconds?: number): Listing<Item> {
    const { clock, getItemKey, readPage } = this.options;
    const started = { number: ++this.begun, beganAt: clock.now() };
    const listing: Listing<Item> = { ...started, items: Promise.resolve(undefined) };
    const readAll = async () => {
      const { items, isWhole } = await readAllPages(readPage, getItemKey);
      listing.flaw = isWhole ? undefined : "is not whole";
      return items;
    };
    listing.items = withDeadline(withinSeconds, readAll, "a list may take").catch((error: unknown) => {
      const reason = error instanceof NotFoundAnswerError ? "404" : describeError(error);
      listing.flaw = `could not be read (${reason})`;
      this.hasFailed = true;
      return undefined;
    });
    return (this.latest = listing);
  }
}
