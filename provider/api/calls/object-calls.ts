import type * as z from "zod";
import { ignoreNotFoundAnswer, NotFoundAnswerError } from "../failures/errors";
import type { ApiRequest, Client } from "../transport/client";
import type { Clock } from "../transport/stop";
import { describeOther } from "./answers";
import { BatchedReads, type OnDetail } from "./batched-reads";
import type { Page, PageQuery } from "./pages";
import { formatPath } from "./path";

/** What the calls of one kind of object have in common. */
export interface ObjectKind<Ref, Item> {
  /** What they are called: "origin groups". */
  plural: string;
  /** The field that identifies an object. */
  keyName: "id" | "name";
  getKey: (ref: Ref) => string;
  getItemKey: (item: Item) => string;
  /** The path of the list that has the object; the object is one segment below it. */
  getListPath: (ref: Ref) => string;
  /** Keys of the bodies that are sent, whose values no error may repeat. */
  secretKeys?: readonly string[];
  /** What a single answer must have. */
  answer: z.ZodType<Item>;
  /** A page of the list, whose entries need not have all of that. */
  page: z.ZodType<Page<Item>>;
}

type Creation<Answered> = Pick<ApiRequest<Answered>, "body" | "answer" | "findProblem">;

/** A change of one object. */
type Change<Answered> = Pick<ApiRequest<Answered>, "method" | "body" | "idempotent" | "answer">;

/**
 * The calls that are about one object. Whatever the kind, an answer must be about the object that was asked for, and a
 * 404 is a `NotFoundError` only if the platform's list does not have the object either.
 */
export abstract class ObjectCalls<Ref, Item extends object> {
  protected readonly reads: BatchedReads<Ref, Item>;

  constructor(
    protected readonly client: Client,
    private readonly kind: ObjectKind<Ref, Item>,
    onDetail?: OnDetail,
    clock?: Clock,
  ) {
    const readPage = (ref: Ref, query: PageQuery) => this.readPage(kind.getListPath(ref), query);
    this.reads = new BatchedReads({ ...kind, readOne: (ref) => this.get(ref), readPage }, onDetail, clock);
  }

  get(ref: Ref, isPoll = false): Promise<Item> {
    return this.vouchForAbsence(ref, this.request(ref, isPoll));
  }

  /** As `get`, but answered from the list when many objects are read together; see `BatchedReads.read`. */
  read(ref: Ref, isAsKnown?: (listed: Item) => boolean): Promise<Item> {
    return this.reads.read(ref, isAsKnown);
  }

  /** For what is of no consequence: any 404 counts. */
  peek(ref: Ref, isPoll?: boolean): Promise<Item | undefined> {
    return this.request(ref, isPoll).catch(ignoreNotFoundAnswer);
  }

  /** Sends a change whose answer is the object. */
  protected change(ref: Ref, change: Omit<Change<Item>, "answer">): Promise<Item> {
    return this.send(ref, { ...change, ...this.describeAnswer(ref) });
  }

  /** Sends a change that is answered with something else. */
  protected send<Answered>(ref: Ref, change: Change<Answered>): Promise<Answered> {
    this.reads.markChanged(ref);
    return this.vouchForAbsence(
      ref,
      this.client.request({ ...change, secretKeys: this.kind.secretKeys, path: this.buildPath(ref) }),
    );
  }

  /** Sends what creates an object in the list of that path. */
  protected post<Answered>(path: string, creation: Creation<Answered>): Promise<Answered> {
    return this.client.request({ ...creation, method: "POST", path, secretKeys: this.kind.secretKeys });
  }

  protected readPage(path: string, query: ApiRequest<unknown>["query"], isPoll = false): Promise<Page<Item>> {
    return this.client.request({ method: "GET", path, query, isPoll, answer: this.kind.page });
  }

  private request(ref: Ref, isPoll = false): Promise<Item> {
    return this.client.request({ method: "GET", path: this.buildPath(ref), isPoll, ...this.describeAnswer(ref) });
  }

  private describeAnswer(ref: Ref) {
    const { answer, keyName, getKey, getItemKey } = this.kind;
    const findProblem = (item: Item) => describeOther(keyName, getKey(ref), getItemKey(item));
    return { answer, findProblem };
  }

  private async vouchForAbsence<Answered>(ref: Ref, call: Promise<Answered>): Promise<Answered> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof NotFoundAnswerError)) {
        throw error;
      }
      const doubt = await this.reads.findDoubt(ref);
      throw doubt === undefined ? error.believe() : error.doubt(doubt);
    }
  }

  private buildPath(ref: Ref): string {
    return this.kind.getListPath(ref) + formatPath`/${this.kind.getKey(ref)}`;
  }
}
