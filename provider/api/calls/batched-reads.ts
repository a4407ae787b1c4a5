import { describeError, NotFoundAnswerError } from "../failures/errors";
import { findDeadline, withDeadline } from "../transport/deadline";
import type { Clock } from "../transport/stop";
import { findUnequalField } from "../../values/json";
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

/** A list of the platform. */
interface ListOptions<Item> {
  /** What its objects are called: "origin groups". */
  plural: string;
  readPage: (query: PageQuery) => Promise<Page<Item>>;
  /** What tells its objects apart. */
  getItemKey: (item: Item) => string;
  onDetail?: OnDetail;
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
 * shortcut. An object is read individually if the list lacks it or differs from what is known of it, or if this process
 * has changed it; all are if the list fails, is slow, or differs from single answers. An object counts as gone only if
 * a single answer says so and a complete list lacks it.
 */
export class BatchedReads<Item extends object> {
  /** The number of lists started so far. */
  private begun = 0;
  /** The keys of objects changed by this process, with `begun` at that time. */
  private readonly changed = new Map<string, number>();
  private hasUnknownChanges = false;
  /** The times of the reads in the current burst. */
  private reads: number[] = [];
  private listing?: Listing<Item>;
  /** The last list that was read to its end. */
  private proof?: Listing<Item>;
  private gathering?: Promise<Listing<Item> | undefined>;
  private pausedUntil = -Infinity;
  /** Whether items of the list are equal to single answers; undefined until one was compared. */
  private isFaithful?: boolean;
  private comparison?: Promise<void>;

  constructor(private readonly options: ListOptions<Item>) {}

  /**
   * The object, up to a few seconds old unless this process has changed it. It is read individually if what the list has
   * is not `isAsKnown`.
   */
  async read(key: string, readOne: () => Promise<Item>, isAsKnown: (item: Item) => boolean): Promise<Item> {
    const listing = this.mayBeListed(key) ? await this.join() : undefined;
    const listed = (await listing?.items)?.get(key);
    // One object after the other is compared, until there was one to compare.
    while (listing && listed && this.isFaithful === undefined && this.isFresh(listing)) {
      if (!this.comparison) {
        return this.readAndCompare(listed, readOne);
      }
      await this.comparison;
    }
    if (!listed || !this.isFaithful || !this.mayBeListed(key)) {
      return readOne();
    }
    return isAsKnown(listed) ? listed : this.readAndCompare(listed, readOne);
  }

  /** Has the object read individually from now on. Call this before the change is sent. */
  markChanged(key: string): void {
    this.changed.set(key, this.begun);
  }

  /** Has every object read individually from now on, after a change with an unknown effect. */
  markAllChanged(): void {
    this.hasUnknownChanges = true;
  }

  /**
   * After a 404: why the list does not confirm that the object is gone; undefined if it does. A fresh list without the
   * object is enough, if it was started after this process last changed the object. A list with it may be out of date,
   * so another one is read.
   */
  async findDoubt(key: string): Promise<Doubt | undefined> {
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
      this.proof = this.begin();
    }
    const { proof } = this;
    const isListed = (await proof.items)?.has(key) ?? false;
    const says = isListed ? "has it" : proof.flaw && `${proof.flaw}, so nothing shows that it is gone`;
    return says === undefined ? undefined : { reason: `the list of ${this.options.plural} ${says}`, isListed };
  }

  private mayBeListed(key: string): boolean {
    const isChanged = this.hasUnknownChanges || this.changed.has(key);
    const leftMs = findDeadline()?.computeLeftMs() ?? Infinity;
    return this.isFaithful !== false && !isChanged && leftMs > 2 * freshMs;
  }

  private isFresh({ beganAt }: Listing<Item>): boolean {
    return this.options.clock.now() - beganAt < freshMs;
  }

  /** The list to read from; undefined if there are too few reads, or during the pause after a useless list. */
  private async join(): Promise<Listing<Item> | undefined> {
    const now = this.options.clock.now();
    this.reads = [...this.reads.filter((at) => at > now - burstMs), now];
    if (this.listing && this.isFresh(this.listing)) {
      return this.listing;
    }
    return now < this.pausedUntil
      ? undefined
      : (this.gathering ??= this.gather().finally(() => (this.gathering = undefined)));
  }

  private async gather(): Promise<Listing<Item> | undefined> {
    const { clock, onDetail, plural } = this.options;
    if (this.reads.length < minReads) {
      await clock.sleep(gatherMs);
    }
    if (this.reads.length < minReads) {
      return undefined;
    }
    const begun = this.begin((_, count) => count <= maxEntriesForRead * this.reads.length, freshMs / 1000);
    void begun.items.then((items) => {
      if (!items) {
        this.listing = undefined;
        this.pausedUntil = clock.now() + pauseMs;
        onDetail?.(`the list of ${plural} ${begun.flaw}, so each is read individually for a minute`);
      }
    });
    return (this.listing = begun);
  }

  private begin(shouldGoOn?: ShouldGoOn<Item>, withinSeconds?: number): Listing<Item> {
    const { clock, getItemKey, readPage } = this.options;
    const started = { number: ++this.begun, beganAt: clock.now() };
    const listing: Listing<Item> = { ...started, items: Promise.resolve(undefined) };
    const readAll = async () => {
      const { items, isWhole } = await readAllPages(readPage, getItemKey, shouldGoOn);
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

  /** Reads one object individually, and compares it with the list; others wait for that, but not for long. */
  private readAndCompare(listed: Item, readOne: () => Promise<Item>): Promise<Item> {
    const reading = readOne();
    const compare = async () => {
      const single = await reading.catch(() => undefined);
      if (single && this.isFaithful !== false) {
        const unequal = findUnequalField(single, listed);
        this.isFaithful = unequal === undefined;
        if (unequal !== undefined) {
          const list = `the list of ${this.options.plural}`;
          this.options.onDetail?.(
            `${list} differs from a single answer in ${unequal}, so each of them is read individually`,
          );
        }
      }
    };
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, freshMs).unref());
    this.comparison = Promise.race([compare(), timeout]).finally(() => (this.comparison = undefined));
    return reading;
  }
}
