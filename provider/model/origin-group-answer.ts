import { fromPlatform, type Dialect } from "../api/calls/dialect";
import type { OriginGroupAnswer } from "../api/calls/origin-groups";
import { camelCase, renameKeys } from "../api/calls/naming";
import { mapValues, pick, type JsonObject } from "../values/json";
import { stripCredentials, bucketFields, defaults } from "./origin-group";

/** Fields whose values are words of the dialect. */
const dialectFields: readonly string[] = ["s3Type", "s3AuthType", "authType", "originType"];

/** A source of an answer in the words of programs. */
export interface TranslatedSource extends JsonObject {
  config?: JsonObject;
}

/** A group of an answer under the names that programs use; missing fields stay absent. */
export interface TranslatedGroup extends JsonObject {
  auth?: JsonObject;
  sources?: TranslatedSource[];
}

/** Translates an answer to the names that programs use, without the masked credentials. */
export function readGroup(answer: OriginGroupAnswer, dialect: Dialect): TranslatedGroup {
  const auth = answer.auth ? readBucket(answer.auth, bucketFields.auth, dialect) : undefined;
  return {
    name: answer.name,
    useNext: answer.use_next,
    proxyNextUpstream: answer.proxy_next_upstream,
    path: answer.path,
    // Without `auth` the value means nothing: some deployments return it for every group.
    authType: auth && answer.auth_type ? fromPlatform(dialect, answer.auth_type) : undefined,
    auth,
    sources: auth ? undefined : (answer.sources ?? []).map((source) => readSource(source, dialect)),
  };
}

/** The outputs of a group that are not among its normalized fields, or have a default there. */
export function readComputedFields<Source, AuthType>(
  answer: OriginGroupAnswer,
  { sources, authType }: { sources?: Source[]; authType?: AuthType },
) {
  return {
    originGroupId: answer.id,
    sources: sources ?? [],
    authType: authType ?? defaults.authType,
    hasRelatedResources: answer.has_related_resources ?? false,
  };
}

/** Translates the values of fields whose words differ between dialects. */
export function translateWords(object: object, word: (word: string) => string): JsonObject {
  return mapValues(object, (value, key) =>
    dialectFields.includes(key) && typeof value === "string" ? word(value) : value,
  );
}

function readSource(answer: NonNullable<OriginGroupAnswer["sources"]>[number], dialect: Dialect): TranslatedSource {
  const { config, ...rest } = answer;
  return {
    ...fromWire(rest, dialect),
    ...(config && { config: readBucket(config, bucketFields.config, dialect) }),
  };
}

function readBucket(answer: object, fields: readonly string[], dialect: Dialect): JsonObject {
  return stripCredentials(pick(fromWire(answer, dialect), (key) => fields.includes(key)));
}

function fromWire(object: object, dialect: Dialect): JsonObject {
  return translateWords(renameKeys(object, camelCase), (word) => fromPlatform(dialect, word));
}
