import type * as z from "zod";
import { describeError, ignoreNotFoundAnswer, NotFoundAnswerError } from "../failures/errors";
import type { ApiRequest, Client } from "../transport/client";
import { withDeadline } from "../transport/deadline";
import { systemClock } from "../transport/stop";
import { readAllPages, type AllPages, type Page } from "./pages";
import { formatPath } from "./path";

/** For fewer reads than this, in total, no list is requested. */
const minReads = 8;
const gatherMs = 25;
/** How long a list that is to answer reads may take, and how long after its start any list counts as fresh. */
const freshMs = 5_000;

interface Listing<Item> {
  number: number;
  freshUntil: number;
  /** By their keys; undefined if the list could not be read. */
  items: Promise<ReadonlyMap<string, Item> | undefined>;
  /** Why the list is no proof that an object is gone; undefined if it is complete. */
  flaw?: string;
}

/** Why a 404 does not show that an object is gone. */
export interface Doubt {
  /** As the end of a sentence: "the list of snapshots has it". */
  reason: string;
  isListed: boolean;
}

/**
 * Reads many objects of one list with few requests: once there are `minReads` reads, the list answers them. The list
 * is only a shortcut. An object is read by itself if the list does not have it exactly as expected, if this process has
 * changed it, or once a list could not be read. An object counts as gone only if reading it alone gives a 404 and a
 * complete list lacks it.
 */
class BatchedReads<Item extends object> {
  private listCount = 0;
  /** By the key of each object that this process has changed: the number of the latest list at that time. */
  private readonly changed = new Map<string, number>();
  private readCount = 0;
  private latest?: Listing<Item>;
  private gathering?: Promise<Listing<Item> | undefined>;
  private hasFailed = false;

  constructor(
    private readonly plural: string,
    private readonly readAll: () => Promise<AllPages<Item>>,
  ) {}

  /** Reads an object. An answer from the list may be a few seconds old, and is used only if it `isAsKnown`. */
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
   * Why a 404 does not show that the object is gone; undefined if it does. A fresh list without the object is enough if
   * it was begun after this process last changed the object. One that has it may be out of date, so another is read.
   */
  async findDoubt(key: string): Promise<Doubt | undefined> {
    const earlier = this.latest;
    if (earlier && systemClock.now() < earlier.freshUntil && earlier.number > (this.changed.get(key) ?? 0)) {
      const isAbsent = (await earlier.items)?.has(key) === false;
      if (isAbsent && earlier.flaw === undefined) {
        return undefined;
      }
    }
    // Many 404s share the list that the first of them has begun.
    const listing = this.latest && this.latest !== earlier ? this.latest : this.begin();
    const isListed = (await listing.items)?.has(key) ?? false;
    const says = isListed ? "has it" : listing.flaw && `${listing.flaw}, so nothing shows that it is gone`;
    return says === undefined ? undefined : { reason: `the list of ${this.plural} ${says}`, isListed };
  }

  /** The list to read from; undefined if there are too few reads, or if a list has failed before. */
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

/** What the calls of one kind of object have in common. The path of an object is one segment below that of its list. */
export interface ObjectKind<Ref, Item> {
  /** "origin groups" */
  plural: string;
  keyName: "id" | "name";
  getKey: (ref: Ref) => string;
  getListPath: (ref: Ref) => string;
  /** Keys of request bodies whose values no error may repeat. */
  secretKeys?: readonly string[];
  answer: z.ZodType<Item>;
  /** A page of the list; its entries may lack some fields of `answer`. */
  page: z.ZodType<Page<Item>>;
}

type Call<Answered> = Omit<ApiRequest<Answered>, "path" | "secretKeys">;

/**
 * The calls about one object. An answer must be about the object that was asked for, and a 404 becomes a
 * `NotFoundError` only if the platform's list lacks the object, too.
 */
export abstract class ObjectCalls<Ref, Item extends { id?: unknown; name: string }> {
  protected abstract readonly kind: ObjectKind<Ref, Item>;
  private readonly lists = new Map<string, BatchedReads<Item>>();

  constructor(protected readonly client: Client) {}

  get(ref: Ref): Promise<Item> {
    return this.send(ref, { method: "GET", ...this.expectObject(ref) });
  }

  /** As `get`, but answered from the list when many objects are read; see `BatchedReads.read`. */
  read(ref: Ref, isAsKnown: (listed: Item) => boolean): Promise<Item> {
    return this.findList(ref).read(this.kind.getKey(ref), () => this.get(ref), isAsKnown);
  }

  /** For warnings and the like, where a wrong 404 does no lasting harm: it is not checked against the list. */
  peek(ref: Ref): Promise<Item | undefined> {
    return this.request(this.buildPath(ref), { method: "GET", ...this.expectObject(ref) }).catch(ignoreNotFoundAnswer);
  }

  markChanged(ref: Ref): void {
    this.findList(ref).markChanged(this.kind.getKey(ref));
  }

  /** Why the platform's list does not confirm that an object is gone; undefined if it does. */
  findDoubt(ref: Ref): Promise<Doubt | undefined> {
    return this.findList(ref).findDoubt(this.kind.getKey(ref));
  }

  /** Makes a call fail if its answer is not about the object. */
  protected expectObject(ref: Ref): Pick<Call<Item>, "answer" | "about"> {
    const { answer, keyName, getKey } = this.kind;
    return { answer, about: { [keyName]: getKey(ref) } };
  }

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
      // An object that the list has may have appeared since the 404.
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
