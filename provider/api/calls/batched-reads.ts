import { describeError } from "../failures/errors";
import { systemClock, type Clock } from "../transport/clock";
import { findDeadline, withDeadline } from "../transport/deadline";
import { findMissingField } from "./missing-field";
import { readAllPages, type Page, type PageQuery } from "./pages";

/**
 * Reads wait for others in rounds of this length: until there are enough, or a round brings no further one; at most
 * `maxGatherRounds` rounds.
 */
const gatherMs = 10;
const maxGatherRounds = 5;
/** Fewer reads than this are sent one by one. */
const minReads = 8;
/** Reads this close together belong to one burst: a preview looks at one adoption after the other. */
const burstMs = 10_000;
/** How long a list may take, and how long after its beginning it still answers further reads. */
const freshMs = 5_000;
/** How long a list that was of no use is not requested again. */
const pauseMs = 60_000;

/** Shows a text in verbose logs. */
export type OnDetail = (text: string) => void;

/** The objects of one kind: how they are read one by one, and from a list of the platform. */
export interface ListedKind<Ref, Item> {
  /** What they are called: "origin groups". */
  plural: string;
  readOne: (ref: Ref) => Promise<Item>;
  /** One page of the list that has the object. */
  readPage: (ref: Ref, query: PageQuery) => Promise<Page<Item>>;
  /** The path of that list. */
  getListPath: (ref: Ref) => string;
  /** What tells the objects of one list apart. */
  getKey: (ref: Ref) => string;
  getItemKey: (item: Item) => string;
}

/**
 * Reads many objects with few requests: reads that come together are answered from a list. A list is only a shortcut.
 * What it does not have is read individually, so it never says that an object or a field is gone; nor is it used for
 * what this process has changed. If it fails, is slow, too long, or not as complete as the single answers, each object
 * is read individually.
 */
export class BatchedReads<Ref, Item extends object> {
  private readonly lists = new Map<string, SharedList<Ref, Item>>();
  private readonly changed = new Set<string>();
  private hasUnknownChanges = false;
  /** Whether items of a list have all that single answers have; undefined until one was compared. */
  private hasAllFields?: boolean;
  private comparison?: Promise<void>;

  constructor(
    private readonly kind: ListedKind<Ref, Item>,
    private readonly onDetail: OnDetail = () => undefined,
    private readonly clock: Clock = systemClock,
  ) {}

  /**
   * The object as it is now, or as it was a few seconds ago, if nothing in this process has changed it. `isComplete`
   * tells whether an item of a list has all that is known about the object; if not, the object is read individually.
   */
  async read(ref: Ref, isComplete: (item: Item) => boolean = () => true): Promise<Item> {
    const listing = this.mayBeListed(ref) ? await this.findSharedList(ref).join(ref) : undefined;
    return listing ? this.readFrom(listing, ref, isComplete) : this.kind.readOne(ref);
  }

  /** From now on the object is read individually. Call this before the change is sent. */
  markChanged(ref: Ref): void {
    this.changed.add(this.identify(ref));
  }

  /** From now on every object is read individually: something was sent, and nobody knows what it has changed. */
  markAllChanged(): void {
    this.hasUnknownChanges = true;
  }

  private async readFrom(listing: Listing<Item>, ref: Ref, isComplete: (item: Item) => boolean): Promise<Item> {
    if (this.hasAllFields === undefined && !this.comparison) {
      return this.readAndCompare(listing, ref);
    }
    const item = (await listing.items)?.get(this.kind.getKey(ref));
    while (item && this.hasAllFields === undefined && this.computeLeftMs(listing) > 0) {
      if (!this.comparison) {
        return this.readAndCompare(listing, ref);
      }
      await waitAtMost(this.computeLeftMs(listing), this.comparison);
    }
    if (!item || !this.hasAllFields || !this.mayBeListed(ref)) {
      return this.kind.readOne(ref);
    }
    if (!isComplete(item)) {
      return this.readAndCompare(listing, ref);
    }
    listing.hits++;
    return item;
  }

  /** Reads one object individually, to see whether the list has all its fields. */
  private readAndCompare(listing: Listing<Item>, ref: Ref): Promise<Item> {
    const reading = this.kind.readOne(ref);
    this.comparison = this.compare(reading, listing, ref).finally(() => (this.comparison = undefined));
    return reading;
  }

  private async compare(reading: Promise<Item>, listing: Listing<Item>, ref: Ref): Promise<void> {
    const [single, items] = await Promise.all([reading.catch(() => undefined), listing.items]);
    const listed = items?.get(this.kind.getKey(ref));
    if (!single || !listed) {
      return;
    }
    listing.hits++;
    const missing = findMissingField(single, listed);
    if (missing !== undefined && this.hasAllFields !== false) {
      this.onDetail(`the list of ${this.kind.plural} lacks ${missing}, so each of them is read individually`);
    }
    this.hasAllFields = this.hasAllFields !== false && missing === undefined;
  }

  private mayBeListed(ref: Ref): boolean {
    const isChanged = this.hasUnknownChanges || this.changed.has(this.identify(ref));
    const leftMs = findDeadline()?.computeLeftMs() ?? Infinity;
    return this.hasAllFields !== false && !isChanged && leftMs > 2 * freshMs;
  }

  private findSharedList(ref: Ref): SharedList<Ref, Item> {
    const path = this.kind.getListPath(ref);
    const list = this.lists.get(path) ?? new SharedList(this.kind, this.onDetail, this.clock);
    this.lists.set(path, list);
    return list;
  }

  private identify(ref: Ref): string {
    return `${this.kind.getListPath(ref)} ${this.kind.getKey(ref)}`;
  }

  private computeLeftMs({ beganAt }: Listing<Item>): number {
    return beganAt + freshMs - this.clock.now();
  }
}

/** A list that is being read, or was read a few seconds ago. */
interface Listing<Item> {
  beganAt: number;
  /** By their keys; undefined if the list could not be read. */
  items: Promise<ReadonlyMap<string, Item> | undefined>;
  /** Whether it ends early, as the remaining pages would have cost more requests than they save. */
  isCutShort: boolean;
  /** How many reads it has answered. */
  hits: number;
}

/** One list of the platform: decides when it is requested, and shares what it has answered. */
class SharedList<Ref, Item> {
  private readonly reads: number[] = [];
  private listing?: Listing<Item>;
  private gathering?: Promise<Listing<Item> | undefined>;
  private endGather = () => {};
  private pausedUntil = -Infinity;
  /** As far as it is known. */
  private pages = 1;

  constructor(
    private readonly kind: ListedKind<Ref, Item>,
    private readonly onDetail: OnDetail,
    private readonly clock: Clock,
  ) {}

  /** The list to read from; undefined if there are too few reads for one, or if it has been of no use. */
  async join(ref: Ref): Promise<Listing<Item> | undefined> {
    this.reads.push(this.clock.now());
    if (this.listing && this.isUsable(this.listing)) {
      return this.listing;
    }
    if (this.clock.now() < this.pausedUntil) {
      return undefined;
    }
    if (this.isWorthwhile()) {
      this.endGather();
    }
    return (this.gathering ??= this.gather(ref).finally(() => (this.gathering = undefined)));
  }

  private async gather(ref: Ref): Promise<Listing<Item> | undefined> {
    let seen = 0;
    for (let rounds = 0; rounds < maxGatherRounds && this.reads.length > seen && !this.isWorthwhile(); rounds++) {
      seen = this.reads.length;
      const hasEnough = new Promise<void>((resolve) => (this.endGather = resolve));
      await Promise.race([this.clock.sleep(gatherMs), hasEnough]);
    }
    if (this.listing?.hits === 0 && !this.listing.isCutShort) {
      this.pause("has none of those that are needed");
    } else if (this.isWorthwhile()) {
      return (this.listing = this.begin(ref));
    }
    return undefined;
  }

  private begin(ref: Ref): Listing<Item> {
    const listing: Listing<Item> = {
      beganAt: this.clock.now(),
      items: Promise.resolve(undefined),
      isCutShort: false,
      hits: 0,
    };
    const fetching = withDeadline(freshMs / 1000, () => this.fetchItems(listing, ref), "a list may take");
    listing.items = fetching.catch((error: unknown) => {
      this.pause(`could not be read (${describeError(error)})`);
      return undefined;
    });
    return listing;
  }

  private async fetchItems(listing: Listing<Item>, ref: Ref): Promise<ReadonlyMap<string, Item>> {
    const { getItemKey, readPage } = this.kind;
    const items = new Map<string, Item>();
    let pagesRead = 0;
    const readNext = async (query: PageQuery) => {
      const page = await readPage(ref, query);
      pagesRead++;
      const isRepeated = page.entries.every((item) => item !== undefined && items.has(getItemKey(item)));
      if (isRepeated && page.entries.length > 0) {
        this.pause("repeats its first page");
      }
      return page;
    };
    const shouldGoOn = (remaining: number) => {
      this.pages = pagesRead + remaining;
      listing.isCutShort = remaining > this.countReads();
      const elapsedMs = this.clock.now() - listing.beganAt;
      const isInTime = elapsedMs + (elapsedMs / pagesRead) * remaining <= freshMs;
      if (!listing.isCutShort && !isInTime) {
        this.pause(`is too long: ${this.pages} pages`);
      }
      return isInTime && !listing.isCutShort;
    };
    for await (const item of readAllPages(readNext, getItemKey, shouldGoOn)) {
      items.set(getItemKey(item), item);
    }
    return items;
  }

  /** A list that was cut short is read again once the reads have become as many as its pages. */
  private isUsable({ beganAt, isCutShort }: Listing<Item>): boolean {
    return this.clock.now() - beganAt < freshMs && !(isCutShort && this.isWorthwhile());
  }

  private isWorthwhile(): boolean {
    return this.countReads() >= Math.max(minReads, this.pages);
  }

  private countReads(): number {
    const since = this.clock.now() - burstMs;
    const firstRecent = this.reads.findIndex((at) => at > since);
    this.reads.splice(0, firstRecent < 0 ? this.reads.length : firstRecent);
    return this.reads.length;
  }

  private pause(reason: string): void {
    this.listing = undefined;
    this.pausedUntil = this.clock.now() + pauseMs;
    this.onDetail(`the list of ${this.kind.plural} ${reason}, so each is read individually for a minute`);
  }
}

async function waitAtMost(ms: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
