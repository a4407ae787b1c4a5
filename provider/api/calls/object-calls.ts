import type * as z from "zod";
import { ignoreNotFoundAnswer, NotFoundAnswerError } from "../failures/errors";
import type { ApiRequest, Client } from "../transport/client";
import { systemClock, type Clock } from "../transport/stop";
import { BatchedReads, type Doubt } from "./batched-reads";
import { readAllPages, type Page, type PageQuery } from "./pages";
import { formatPath } from "./path";

/**
 * The problem of an answer that is about another object, as a bad cache or gateway sends it. Accepted, it would have us
 * change or delete somebody else's object.
 */
export function describeOther(keyName: "id" | "name", asked: string, answered: string | number): string | undefined {
  const key = String(answered);
  // The platform ignores the case of a UUID.
  return key.toLowerCase() === asked.toLowerCase()
    ? undefined
    : `${keyName}: is ${JSON.stringify(key)}, not the requested one`;
}

/** What the calls of one kind of object have in common. Its path is one segment below that of its list. */
export interface ObjectKind<Ref, Item> {
  /** What they are called: "origin groups". */
  plural: string;
  /** The field that identifies an object of a list. */
  keyName: "id" | "name";
  getKey: (ref: Ref) => string;
  /** The path of the list that has the object. */
  getListPath: (ref: Ref) => string;
  /** Keys of the bodies that are sent, whose values no error may repeat. */
  secretKeys?: readonly string[];
  /** What a single answer must have. */
  answer: z.ZodType<Item>;
  /** A page of the list, whose entries may lack some of that. */
  page: z.ZodType<Page<Item>>;
}

type Change = Pick<ApiRequest<unknown>, "method" | "body" | "idempotent">;

/**
 * The calls about one object. An answer must be about the object that was asked for, and a 404 becomes a `NotFoundError`
 * only if the platform's list lacks the object, too.
 */
export abstract class ObjectCalls<Ref, Item extends { id?: unknown; name: string }> {
  protected abstract readonly kind: ObjectKind<Ref, Item>;
  /** By the paths of their lists. */
  private readonly lists = new Map<string, BatchedReads<Item>>();
  private readonly getItemKey = (item: Item) => String(item[this.kind.keyName]);

  constructor(
    protected readonly client: Client,
    private readonly clock: Clock = systemClock,
  ) {}

  get(ref: Ref): Promise<Item> {
    const ask = () => this.request(ref, { method: "GET" });
    return this.confirmAbsence(ref, ask(), ask);
  }

  /** As `get`, but answered from the list when many objects are read together; see `BatchedReads.read`. */
  read(ref: Ref, isAsKnown: (listed: Item) => boolean): Promise<Item> {
    return this.findList(ref).read(this.kind.getKey(ref), () => this.get(ref), isAsKnown);
  }

  /** For a warning or a display: any 404 counts. */
  peek(ref: Ref): Promise<Item | undefined> {
    return this.request(ref, { method: "GET" }).catch(ignoreNotFoundAnswer);
  }

  /** Sends a change whose answer is the object. */
  protected change(ref: Ref, call: Change): Promise<Item> {
    this.markChanged(ref);
    return this.confirmAbsence(ref, this.request(ref, call));
  }

  /** Sends a change that is answered with something else. */
  protected send<Answered>(ref: Ref, call: Change & Pick<ApiRequest<Answered>, "answer">): Promise<Answered> {
    const { secretKeys } = this.kind;
    this.markChanged(ref);
    return this.confirmAbsence(ref, this.client.request({ ...call, secretKeys, path: this.buildPath(ref) }));
  }

  /** Sends what creates an object in the list of that path. */
  protected post<Answered>(
    path: string,
    call: Pick<ApiRequest<Answered>, "body" | "answer" | "findProblem">,
  ): Promise<Answered> {
    return this.client.request({ ...call, method: "POST", path, secretKeys: this.kind.secretKeys });
  }

  private readPage(path: string, query: ApiRequest<unknown>["query"]): Promise<Page<Item>> {
    return this.client.request({ method: "GET", path, query, answer: this.kind.page });
  }

  /** The objects of the list of that path that pass the filters, from all pages; malformed entries are left out. */
  protected async readList(path: string, filters: object = {}): Promise<Item[]> {
    const readPage = (range: PageQuery) => this.readPage(path, { ...filters, ...range });
    return [...(await readAllPages(readPage, this.getItemKey)).items.values()];
  }

  private request(ref: Ref, call: Change): Promise<Item> {
    const { answer, keyName, getKey, secretKeys } = this.kind;
    const findProblem = (item: Item) => describeOther(keyName, getKey(ref), this.getItemKey(item));
    return this.client.request({ ...call, secretKeys, path: this.buildPath(ref), answer, findProblem });
  }

  /** After a 404: why the platform's list does not confirm that the object is gone; undefined if it does. */
  findDoubt(ref: Ref): Promise<Doubt | undefined> {
    return this.findList(ref).findDoubt(this.kind.getKey(ref));
  }

  /** An object that the list has may have appeared since the 404: `askAgain`, which must not change anything, shows it. */
  private async confirmAbsence<Answered>(
    ref: Ref,
    call: Promise<Answered>,
    askAgain?: () => Promise<Answered>,
  ): Promise<Answered> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof NotFoundAnswerError)) {
        throw error;
      }
      const doubt = await this.findDoubt(ref);
      const found = doubt?.isListed ? await askAgain?.().catch(ignoreNotFoundAnswer) : undefined;
      if (found !== undefined) {
        return found;
      }
      throw doubt ? error.toUnconfirmedError(doubt.reason) : error.toNotFoundError();
    }
  }

  /** Has the object read individually from now on. */
  markChanged(ref: Ref): void {
    this.findList(ref).markChanged(this.kind.getKey(ref));
  }

  private findList(ref: Ref): BatchedReads<Item> {
    const { kind, getItemKey, clock } = this;
    const path = kind.getListPath(ref);
    const readPage = (query: PageQuery) => this.readPage(path, query);
    const list = this.lists.get(path) ?? new BatchedReads({ plural: kind.plural, getItemKey, readPage, clock });
    this.lists.set(path, list);
    return list;
  }

  private buildPath(ref: Ref): string {
    return this.kind.getListPath(ref) + formatPath`/${this.kind.getKey(ref)}`;
  }
}
