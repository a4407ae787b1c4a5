import type { Dialect } from "../../dialect";
import { isObject } from "../../json-object";
import type { CdnStore } from "../store";
import { BadRequestError, parseGroupShape } from "./body-shape";
import { toDraft, type SentGroup } from "./draft";
import { type OriginGroup, createGroupSchema } from "./stored-schema";
import { validateGroup } from "./rules/validate";
import { describeNotADictionary } from "./rules/rule";

const cachedSchemas = new WeakMap<Dialect, ReturnType<typeof createGroupSchema>>();

/** Cached, because building a schema takes longer than the rest of a request. */
function getGroupSchema(dialect: Dialect): ReturnType<typeof createGroupSchema> {
  const schema = cachedSchemas.get(dialect) ?? createGroupSchema(dialect);
  cachedSchemas.set(dialect, schema);
  return schema;
}

const unused = { resources: [], rules: [] };

/** Checks shape and rules of a body; throws a {@link BadRequestError}. */
function parseValidGroup(body: unknown, required: readonly string[], store: CdnStore, existing?: OriginGroup) {
  const sent = parseGroupShape(body, required);
  const refusal = validateGroup(toDraft(sent, store.dialect), {
    dialect: store.dialect,
    settings: store.settings,
    lookUpName: (host) => store.lookUpName(host),
    isNameTaken: (name) => store.isNameTaken(name, existing?.id),
    existing,
  });
  if (refusal) {
    throw new BadRequestError({ ...refusal });
  }
  return getGroupSchema(store.dialect).parse(withoutNulls(sent));
}

/** A `source` of null is the same as none. */
function withoutNulls(sent: SentGroup): SentGroup {
  return { ...sent, sources: sent.sources?.map(({ source, ...rest }) => (source ? { source, ...rest } : rest)) };
}

/** POST: `name` and `sources` required (platform facts). */
export function createGroup(body: unknown, store: CdnStore): OriginGroup {
  return store.add({ ...parseValidGroup(body, ["name", "sources"], store), usedBy: unused });
}

/** PUT: replaces the group (contract 4.1); what is left out gets its default. */
export function replaceGroup(body: unknown, store: CdnStore, existing: OriginGroup): OriginGroup {
  const group = parseValidGroup(body, ["name", "use_next", "sources"], store, existing);
  return saveGroup({ ...group, id: existing.id, usedBy: existing.usedBy }, store);
}

/** PATCH: merges the sent properties into the group, which is then checked like a PUT. */
export function patchGroup(body: unknown, store: CdnStore, existing: OriginGroup): OriginGroup {
  if (!isObject(body)) {
    throw new BadRequestError({ message: describeNotADictionary(body) });
  }
  const { name, use_next, proxy_next_upstream, path, auth_type, auth, sources } = existing;
  // As in a PUT, null is no `auth`. A PUT refuses `sources: null`, and so this does.
  const { auth: sentAuth = null, ...sent } = body;
  // Sending the other form's property switches the group to that form.
  const legacy = sentAuth !== null || (auth !== null && body.sources === undefined);
  const form = legacy ? { auth_type, auth: sentAuth ?? auth } : { sources };
  return replaceGroup({ name, use_next, proxy_next_upstream, path, ...form, ...sent }, store, existing);
}

function saveGroup(group: OriginGroup, store: CdnStore): OriginGroup {
  store.put(group);
  return group;
}
