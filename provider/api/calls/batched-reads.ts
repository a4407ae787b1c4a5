import { describeError, NotFoundAnswerError } from "../failures/errors";
import { systemClock, type Clock } from "../transport/stop";
import { findDeadline, withDeadline } from "../transport/deadline";
import { findUnequalField } from "./answers";
import { readAllPages, type Page, type PageQuery, type ShouldGoOn } from "./pages";

/** Fewer reads than this are sent one by one. */
const minReads = 8;
/** Of a list with more entries per read, only the first page is read. */
const maxEntriesForRead = 20;
/** How long a read waits for `minReads` to come together. */
const gatherMs = 25;
/** Reads this close together belong to one burst: a preview looks at one adoption after the other. */
const burstMs = 10_000;
/** How long a list may take, and how long after its start it still answers reads. */
const freshMs = 5_000;
/** Pause after a useless list. */
const pauseMs = 60_000;

/** Shows a text in verbose logs. */
export type OnDetail = (text: string) => void;

/** How the objects of one kind are read, one by one and as a list. */
export interface ListedKind<Ref, Item> {
  /** What they are called: "origin groups". */
  plural: string;
  readOne: (ref: Ref) => Promise<Item>;
  /** One page of the list that has the object. */
  readPage: (ref: Ref, query: PageQuery) => Promise<Page<Item>>;
  /** The path of the list that has the object. */
  getListPath: (ref: Ref) => string;
  /** What tells the objects of one list apart. */
  getKey: (ref: Ref) => string;
  getItemKey: (item: Item) => string;
}

/**
 * Reads many objects with few requests: reads that come together are answered from one list. The list is only a
 * shortcut. An object is read individually if the list lacks it or differs from what is known of it, or if this process
 * has changed it; all are if the list fails, is slow, or differs from single answers. An object counts as gone only if
 * a single answer says so and a complete list lacks it.
 */
export class BatchedReads<Ref, Item extends object> {
  private readonly lists = new Map<string, SharedList<Ref, Item>>();
  private hasUnknownChanges = false;
  /** Whether items of a list are equal to single answers; undefined until one was compared. */
  private isFaithful?: boolean;
  private comparison?: Promise<void>;

  constructor(
    private readonly kind: ListedKind<Ref, Item>,
    private readonly onDetail: OnDetail = () => undefined,
    private readonly clock: Clock = systemClock,
  ) {}

  /**
   * The object, up to a few seconds old unless this process has changed it. It is read individually if what the list has
   * is not `isAsKnown`.
   */
  async read(ref: Ref, isAsKnown: (item: Item) => boolean = () => true): Promise<Item> {
    const listing = this.mayBeListed(ref) ? await this.findSharedList(ref).join(ref) : undefined;
    return listing ? this.readFrom(listing, ref, isAsKnown) : this.kind.readOne(ref);
  }

  /** Has the object read individually from now on. Call this before the change is sent. */
  markChanged(ref: Ref): void {
    const list = this.findSharedList(ref);
    list.changed.set(this.kind.getKey(ref), list.begun);
  }

  /** After a 404: why the platform's list does not confirm that the object is gone; undefined if it does. */
  findDoubt(ref: Ref): Promise<string | undefined> {
    return this.findSharedList(ref).findDoubt(ref);
  }

  /** Has every object read individually from now on, after a change with an unknown effect. */
  markAllChanged(): void {
    this.hasUnknownChanges = true;
  }

  private async readFrom(listing: Listing<Item>, ref: Ref, isAsKnown: (item: Item) => boolean): Promise<Item> {
    let item: Item | undefined;
    do {
      if (this.isFaithful === undefined && !this.comparison) {
        return this.readAndCompare(listing, ref);
      }
      item = (await listing.items)?.get(this.kind.getKey(ref));
      await (item && this.comparison);
    } while (item && this.isFaithful === undefined && this.findSharedList(ref).isFresh(listing));
    if (!item || !this.isFaithful || !this.mayBeListed(ref)) {
      return this.kind.readOne(ref);
    }
    return isAsKnown(item) ? item : this.readAndCompare(listing, ref);
  }

  /** Reads one object individually, and compares it with the list. */
  private readAndCompare(listing: Listing<Item>, ref: Ref): Promise<Item> {
    const reading = this.kind.readOne(ref);
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, freshMs).unref());
    this.comparison = Promise.race([this.compare(reading, listing, ref), timeout]).finally(
      () => (this.comparison = undefined),
    );
    return reading;
  }

  private async compare(reading: Promise<Item>, listing: Listing<Item>, ref: Ref): Promise<void> {
    const [single, items] = await Promise.all([reading.catch(() => undefined), listing.items]);
    const listed = items?.get(this.kind.getKey(ref));
    if (!single || !listed || this.isFaithful === false) {
      return;
    }
    const unequal = findUnequalField(single, listed);
    this.isFaithful = unequal === undefined;
    if (unequal !== undefined) {
      this.onDetail(
        `the list of ${this.kind.plural} differs from a single answer in ${unequal}, so each of them is read individually`,
      );
    }
  }

  private mayBeListed(ref: Ref): boolean {
    const isChanged = this.hasUnknownChanges || this.findSharedList(ref).changed.has(this.kind.getKey(ref));
    const leftMs = findDeadline()?.computeLeftMs() ?? Infinity;
    return this.isFaithful !== false && !isChanged && leftMs > 2 * freshMs;
  }

  private findSharedList(ref: Ref): SharedList<Ref, Item> {
    const path = this.kind.getListPath(ref);
    const list = this.lists.get(path) ?? new SharedList(this.kind, this.onDetail, this.clock);
    this.lists.set(path, list);
    return list;
  }
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

/** Decides when a list of the platform is requested, and shares its answer. */
class SharedList<Ref, Item> {
  /** The number of lists started so far. */
  begun = 0;
  /** The keys of objects changed by this process, with `begun` at that time. */
  readonly changed = new Map<string, number>();
  /** The times of the reads in the current burst. */
  private reads: number[] = [];
  private listing?: Listing<Item>;
  /** The last list that was read to its end. */
  private proof?: Listing<Item>;
  private gathering?: Promise<Listing<Item> | undefined>;
  private pausedUntil = -Infinity;

  constructor(
    private readonly kind: ListedKind<Ref, Item>,
    private readonly onDetail: OnDetail,
    private readonly clock: Clock,
  ) {}

  /** The list to read from; undefined if there are too few reads, or during the pause after a useless list. */
  async join(ref: Ref): Promise<Listing<Item> | undefined> {
    const now = this.clock.now();
    this.reads = [...this.reads.filter((at) => at > now - burstMs), now];
    if (this.listing && this.isFresh(this.listing)) {
      return this.listing;
    }
    if (now < this.pausedUntil) {
      return undefined;
    }
    return (this.gathering ??= this.gather(ref).finally(() => (this.gathering = undefined)));
  }

  isFresh({ beganAt }: Listing<Item>): boolean {
    return this.clock.now() - beganAt < freshMs;
  }

  /**
   * A fresh list without the object is enough, if it was started after this process last changed the object. A list with
   * it may be out of date, so another one is read.
   */
  async findDoubt(ref: Ref): Promise<string | undefined> {
    const key = this.kind.getKey(ref);
    const before = this.begun;
    for (const listing of [this.listing, this.proof]) {
      if (listing && this.isFresh(listing) && listing.number > (this.changed.get(key) ?? 0)) {
        const items = await listing.items;
        if (items && listing.flaw === undefined && !items.has(key)) {
          return undefined;
        }
      }
    }
    if (!this.proof || this.proof.number <= before) {
      this.proof = this.begin(ref);
    }
    const { proof } = this;
    const items = await proof.items;
    const says = items?.has(key) ? "has it" : proof.flaw && `${proof.flaw}, so nothing shows that it is gone`;
    return says && `the list of ${this.kind.plural} ${says}`;
  }

  private async gather(ref: Ref): Promise<Listing<Item> | undefined> {
    if (this.reads.length < minReads) {
      await this.clock.sleep(gatherMs);
    }
    if (this.reads.length < minReads) {
      return undefined;
    }
    const begun = this.begin(ref, (_, count) => count <= maxEntriesForRead * this.reads.length, freshMs / 1000);
    void begun.items.then((items) => {
      if (!items) {
        this.listing = undefined;
        this.pausedUntil = this.clock.now() + pauseMs;
        this.onDetail(`the list of ${this.kind.plural} ${begun.flaw}, so each is read individually for a minute`);
      }
    });
    return (this.listing = begun);
  }

  private begin(ref: Ref, shouldGoOn?: ShouldGoOn<Item>, withinSeconds?: number): Listing<Item> {
    const { getItemKey, readPage } = this.kind;
    const started = { number: ++this.begun, beganAt: this.clock.now() };
    const listing: Listing<Item> = { ...started, items: Promise.resolve(undefined) };
    const readAll = async () => {
      const { items, isWhole } = await readAllPages((query) => readPage(ref, query), getItemKey, shouldGoOn);
      listing.flaw = isWhole ? undefined : "is not whole";
      return new Map(items.map((item) => [getItemKey(item), item]));
    };
    listing.items = withDeadline(withinSeconds, readAll, "a list may take").catch((error: unknown) => {
      const reason = error instanceof NotFoundAnswerError ? "404" : describeError(error);
      listing.flaw = `could not be read (${reason})`;
      return undefined;
    });
    return listing;
  }
}
