import type * as z from "zod";
import { describeError, ignoreNotFoundAnswer, NotFoundAnswerError } from "../failures/errors";
import type { ApiRequest, Client } from "../transport/client";
import { withDeadline } from "../transport/deadline";
import { systemClock } from "../transport/stop";
import { readAllPages, type AllPages, type Page } from "./pages";
import { formatPath } from "./path";

/** Once there are this many reads of objects in one list, the whole list is read instead. */
const minReads = 8;
/** How long the first reads wait for others, because together they may reach `minReads`. */
const gatherMs = 25;
/** How long a list is fresh, counted from its first request. Also the time limit of a list that replaces reads. */
const freshMs = 5_000;

interface Listing<Item> {
  number: number;
  freshUntil: number;
  /** Resolves to the objects by ID or name, or to undefined if the list could not be read. */
  items: Promise<ReadonlyMap<string, Item> | undefined>;
  /** Why the list cannot prove that an object is gone; undefined for a whole list, and until `items` resolves. */
  flaw?: string;
}

/** The reason why a 404 does not prove that an object is gone. */
export interface Doubt {
  /** A clause for an error message: "the list of snapshots has it". */
  reason: string;
  isListed: boolean;
}

/** Answers many reads of objects with one list. Once a list cannot be read, every object is read by itself. */
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

  /** Only a list that was begun after this process last changed the object can prove that the object is gone. */
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
    const says = isListed ? "has it" : listing.flaw && `${listing.flaw}, so the object may still exist`;
    return says === undefined ? undefined : { reason: `the list of ${this.plural} ${says}`, isListed };
  }

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

export interface ObjectKind<Ref, Item> {
  plural: string;
  keyName: "id" | "name";
  getKey: (ref: Ref) => string;
  getListPath: (ref: Ref) => string;
  secretKeys?: readonly string[];
  answer: z.ZodType<Item>;
  /** A page of the list. Its entries may lack fields that `answer` requires. */
  page: z.ZodType<Page<Item>>;
}

type Call<Answered> = Omit<ApiRequest<Answered>, "path" | "secretKeys">;

/** A 404 becomes a `NotFoundError` only if a list shows that the object is gone. */
export abstract class ObjectCalls<Ref, Item extends { id?: unknown; name: string }> {
  protected abstract readonly kind: ObjectKind<Ref, Item>;
  private readonly lists = new Map<string, BatchedReads<Item>>();

  constructor(protected readonly client: Client) {}

  get(ref: Ref): Promise<Item> {
    return this.send(ref, { method: "GET", ...this.expectObject(ref) });
  }

  /** Like `get`, but may take the object from a list that is a few seconds old, if `isAsKnown` accepts it. */
  read(ref: Ref, isAsKnown: (listed: Item) => boolean): Promise<Item> {
    return this.findList(ref).read(this.kind.getKey(ref), () => this.get(ref), isAsKnown);
  }

  /** Returns undefined for any 404, without checking a list. Use it only where a wrong 404 does no harm. */
  peek(ref: Ref): Promise<Item | undefined> {
    return this.request(this.buildPath(ref), { method: "GET", ...this.expectObject(ref) }).catch(ignoreNotFoundAnswer);
  }

  /** From now on, no list answers reads of the object, and no earlier list can prove that the object is gone. */
  markChanged(ref: Ref): void {
    this.findList(ref).markChanged(this.kind.getKey(ref));
  }

  /** Returns undefined if a list confirms that the object is gone. */
  findDoubt(ref: Ref): Promise<Doubt | undefined> {
    return this.findList(ref).findDoubt(this.kind.getKey(ref));
  }

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
