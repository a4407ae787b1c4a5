import * as z from "zod";
import { OutcomeUnknownError } from "../failures/errors";
import type { Client } from "../transport/client";
import type { Clock } from "../transport/clock";
import { describeOtherId } from "./answered-id";
import { BatchedReads, type ListedKind, type OnDetail } from "./batched-reads";
import { collect, requireEntries, readAllPages, definePage, type Page, type PageQuery, type ShouldGoOn } from "./pages";
import { formatPath } from "./path";

const product = "cdn";

const s3Config = z.looseObject({
  s3_type: z.string(),
  s3_bucket_name: z.string(),
  s3_region: z.string().nullish(),
  s3_storage_hostname: z.string().nullish(),
  s3_access_key_id: z.string().nullish(),
  s3_secret_access_key: z.string().nullish(),
  s3_auth_type: z.string().nullish(),
});

const source = z.looseObject({
  source: z.string().nullish(),
  origin_type: z.string().nullish(),
  config: s3Config.partial().extend({ app_id: z.string().nullish() }).nullish(),
  backup: z.boolean().nullish(),
  enabled: z.boolean().nullish(),
  host_header_override: z.string().nullish(),
});

const originGroup = z.looseObject({
  id: z.int(),
  name: z.string(),
  use_next: z.boolean().nullish(),
  proxy_next_upstream: z.array(z.string()).nullish(),
  auth_type: z.string().nullish(),
  sources: z.array(source).nullish(),
  path: z.string().nullish(),
  has_related_resources: z.boolean().nullish(),
  auth: s3Config.nullish(),
});

const originGroupPage = definePage(requireEntries(originGroup));

/** The answer to a delete: empty, or of no interest. Plain text does not come from the platform. */
const deleted = z.union([z.literal(""), z.null(), z.looseObject({})]);

/** An origin group as the platform returns it (contract, section 2.1). */
export type OriginGroupAnswer = z.infer<typeof originGroup>;

/** Filters of the list under their wire names. */
export interface OriginGroupQuery {
  name?: string;
  sources?: string;
  has_related_resources?: boolean;
}

const collection = "/cdn/origin_groups";

/** The origin group calls of the CDN (contract, section 4.1, and the platform's other operations on them). */
export class OriginGroupsEndpoint {
  private readonly reads: BatchedReads<string, OriginGroupAnswer>;

  constructor(
    private readonly client: Client,
    onDetail?: OnDetail,
    clock?: Clock,
  ) {
    const kind: ListedKind<string, OriginGroupAnswer> = {
      plural: "origin groups",
      readOne: (id) => this.get(id),
      readPage: (_, range) => this.readPage(range),
      getListPath: () => collection,
      getKey: (id) => id,
      getItemKey: ({ id }) => String(id),
    };
    this.reads = new BatchedReads(kind, onDetail, clock);
  }

  async create(body: object): Promise<OriginGroupAnswer> {
    try {
      const created = await this.client.request({
        method: "POST",
        product,
        path: collection,
        body,
        answer: originGroup,
      });
      this.reads.markChanged(String(created.id));
      return created;
    } catch (error) {
      if (error instanceof OutcomeUnknownError) {
        // A group may have been created, and nobody knows its ID.
        this.reads.markAllChanged();
      }
      throw error;
    }
  }

  /** As `get`, but answered from the list when many groups are read together; see `BatchedReads.read`. */
  read(id: string, isComplete?: (listed: OriginGroupAnswer) => boolean): Promise<OriginGroupAnswer> {
    return this.reads.read(id, isComplete);
  }

  get(id: string, isPoll = false): Promise<OriginGroupAnswer> {
    return this.client.request({ method: "GET", isPoll, ...buildGroupCall(id) });
  }

  replace(id: string, body: object): Promise<OriginGroupAnswer> {
    this.reads.markChanged(id);
    return this.client.request({ method: "PUT", body, ...buildGroupCall(id) });
  }

  async delete(id: string): Promise<void> {
    this.reads.markChanged(id);
    await this.client.request({ method: "DELETE", product, path: buildPath(id), answer: deleted });
  }

  /** The group of exactly this name; names are unique on the platform. */
  async findByName(name: string, isPoll = false): Promise<OriginGroupAnswer | undefined> {
    for await (const group of this.fetchAll({ name }, isPoll)) {
      if (group.name === name) {
        return group;
      }
    }
    return undefined;
  }

  /**
   * All groups that the platform finds, from all pages, in its order. How it compares is not published. `shouldGoOn`
   * may end the list early, as in `readAllPages`.
   */
  async list(filters: OriginGroupQuery, shouldGoOn?: ShouldGoOn): Promise<OriginGroupAnswer[]> {
    return collect(this.fetchAll(filters, false, shouldGoOn));
  }

  private fetchAll(
    filters: OriginGroupQuery,
    isPoll = false,
    shouldGoOn?: ShouldGoOn,
  ): AsyncGenerator<OriginGroupAnswer> {
    return readAllPages(
      (range) => this.readPage(range, filters, isPoll),
      ({ id }) => id,
      shouldGoOn,
    );
  }

  private readPage(range: PageQuery, filters: OriginGroupQuery = {}, isPoll = false): Promise<Page<OriginGroupAnswer>> {
    const query = { ...filters, ...range };
    return this.client.request({ method: "GET", product, path: collection, query, isPoll, answer: originGroupPage });
  }
}

/** A call whose answer is the group with this ID. */
function buildGroupCall(id: string) {
  const findProblem = (answer: OriginGroupAnswer) => describeOtherId(id, answer.id);
  return { product, path: buildPath(id), answer: originGroup, findProblem } as const;
}

function buildPath(id: string): string {
  return collection + formatPath`/${id}`;
}
