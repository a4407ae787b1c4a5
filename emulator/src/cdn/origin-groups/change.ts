import type { Dialect } from "../../dialect";
import { isObject } from "../../json-object";
import type { CdnStore } from "../store";
import { BadShape, parseGroup } from "./body-shape";
import { draftOf, type SentGroup } from "./draft";
import { isS3Source, type OriginGroup } from "./model";
import { judge } from "./rules/judge";
import { notADictionary } from "./rules/rule";
import { groupSchema } from "./stored-schema";

const schemas = new WeakMap<Dialect, ReturnType<typeof groupSchema>>();

/** Building a schema takes longer than all the rest of a request; one per table of words is enough. */
function schemaFor(dialect: Dialect): ReturnType<typeof groupSchema> {
  const schema = schemas.get(dialect) ?? groupSchema(dialect);
  schemas.set(dialect, schema);
  return schema;
}

const unused = { resources: [], rules: [] };

/** Checks a body against shape and rules; throws {@link BadShape} with the answer of status 400. */
function accept(body: unknown, required: readonly string[], store: CdnStore, existing?: OriginGroup) {
  const sent = parseGroup(body, required);
  const refusal = judge(draftOf(sent, store.dialect), {
    dialect: store.dialect,
    limits: store.limits,
    nameKind: (host) => store.nameKind(host),
    isTaken: (name) => store.isTaken(name, existing?.id),
    knownBuckets: new Set(existing?.sources.filter(isS3Source).map(({ config }) => config.s3_bucket_name)),
    existing,
  });
  if (refusal) throw new BadShape({ ...refusal });
  return schemaFor(store.dialect).parse(withoutNulls(sent));
}

/** Null in `source` or `auth` says the same as leaving it out. */
function withoutNulls(sent: SentGroup): SentGroup {
  return { ...sent, sources: sent.sources?.map(({ source, ...rest }) => (source ? { source, ...rest } : rest)) };
}

/** POST: `name` and `sources` required (platform facts). */
export function createGroup(body: unknown, store: CdnStore): OriginGroup {
  return store.add({ ...accept(body, ["name", "sources"], store), usedBy: unused });
}

/** PUT: the complete desired state (contract 4.1); what is left out goes back to its default. */
export function replaceGroup(body: unknown, store: CdnStore, existing: OriginGroup): OriginGroup {
  const group = accept(body, ["name", "use_next", "sources"], store, existing);
  return keep({ ...group, id: existing.id, usedBy: existing.usedBy }, store);
}

/** PATCH: the group as it is with the sent properties in place, judged as a whole like a PUT. */
export function patchGroup(body: unknown, store: CdnStore, existing: OriginGroup): OriginGroup {
  if (!isObject(body)) throw new BadShape({ message: notADictionary(body) });
  const { name, use_next, proxy_next_upstream, path, auth_type, auth, sources } = existing;
  // Sending the other form's property changes the form of the group, and with it what of the old form is kept.
  const legacy = body.auth !== undefined || (auth !== null && body.sources === undefined);
  const form = legacy ? { auth_type, ...(auth && { auth }) } : { sources };
  return replaceGroup({ name, use_next, proxy_next_upstream, path, ...form, ...body }, store, existing);
}

function keep(group: OriginGroup, store: CdnStore): OriginGroup {
  store.put(group);
  return group;
}
