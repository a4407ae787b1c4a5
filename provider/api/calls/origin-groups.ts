import * as z from "zod";
import { defineFields } from "./naming";
import { ObjectCalls, type ObjectKind } from "./object-calls";
import { definePage, skipUnreadable } from "./pages";

const text = z.string().nullish();
const flag = z.boolean().nullish();

const s3Config = z.looseObject({
  ...defineFields(z.string(), "s3_type", "s3_bucket_name"),
  ...defineFields(text, "s3_region", "s3_storage_hostname", "s3_access_key_id", "s3_secret_access_key", "s3_auth_type"),
});

const source = z.looseObject({
  ...defineFields(text, "source", "origin_type", "host_header_override"),
  ...defineFields(flag, "backup", "enabled"),
  config: s3Config.partial().extend({ app_id: text }).nullish(),
});

/** An origin group as the platform returns it (docs/contract.md, section 2.1). */
const originGroup = z.looseObject({
  id: z.int().min(1),
  name: z.string(),
  ...defineFields(flag, "use_next", "has_related_resources"),
  ...defineFields(text, "auth_type", "path"),
  proxy_next_upstream: z.array(z.string()).nullish(),
  sources: z.array(source).nullish(),
  auth: s3Config.nullish(),
});

/** An origin group outside a list. Only in lists can both `sources` and the deprecated `auth` be missing. */
const wholeGroup = originGroup.refine(({ sources, auth }) => auth || sources?.length, {
  path: ["sources"],
  error: "is required, unless there is auth",
});

/** The answer to a DELETE. Plain text is refused, because the platform sends none. */
const deleted = z.union([z.literal(""), z.null(), z.looseObject({})]);

export type OriginGroupAnswer = z.infer<typeof originGroup>;

export interface OriginGroupQuery {
  name?: string;
  has_related_resources?: boolean;
}

const collection = "/cdn/origin_groups";

/** The calls for origin groups. The contract describes only `replace` (docs/contract.md, section 4.1). */
export class OriginGroupsEndpoint extends ObjectCalls<string, OriginGroupAnswer> {
  protected readonly kind: ObjectKind<string, OriginGroupAnswer> = {
    plural: "origin groups",
    keyName: "id",
    getKey: (id) => id,
    getListPath: () => collection,
    secretKeys: ["s3_access_key_id", "s3_secret_access_key"],
    answer: wholeGroup,
    page: definePage(skipUnreadable(originGroup)),
  };

  async create(body: { name: string }): Promise<OriginGroupAnswer> {
    const about = { name: body.name };
    const created = await this.request(collection, { method: "POST", body, answer: wholeGroup, about });
    this.markChanged(String(created.id));
    return created;
  }

  replace(id: string, body: object): Promise<OriginGroupAnswer> {
    return this.send(id, { method: "PUT", body, ...this.expectObject(id) });
  }

  async delete(id: string): Promise<void> {
    await this.send(id, { method: "DELETE", answer: deleted });
  }

  async findByName(name: string): Promise<OriginGroupAnswer | undefined> {
    return (await this.list({ name })).find((group) => group.name === name);
  }

  /** Callers must filter again, because it is not documented how the platform filters. */
  list(filters: OriginGroupQuery): Promise<OriginGroupAnswer[]> {
    return this.readList(collection, filters);
  }
}
