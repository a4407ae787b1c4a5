import { fromPlatform, type Dialect } from "../api/calls/dialect";
import type { OriginGroupAnswer } from "../api/calls/origin-groups";
import { camelCase, renameKeys } from "../api/calls/naming";
import { mapValues, pick, type JsonObject } from "../values/json";
import { bucketAlone, bucketFields, defaults } from "./origin-group";

/** Fields whose values are words of the dialect. */
const dialectFields: readonly string[] = ["s3Type", "s3AuthType", "authType", "originType"];

/** A source of an answer in the words of programs. */
export interface SourceReading extends JsonObject {
  config?: JsonObject;
}

/** A group of an answer under the names that programs use; fields that the answer lacks stay absent. */
export interface GroupReading extends JsonObject {
  auth?: JsonObject;
  sources?: SourceReading[];
}

/** What an answer says of a group, without credentials, which it masks. */
export function readGroup(answer: OriginGroupAnswer, dialect: Dialect): GroupReading {
  const auth = answer.auth ? readBucket(answer.auth, bucketFields.auth, dialect) : undefined;
  return {
    name: answer.name,
    useNext: answer.use_next,
    proxyNextUpstream: answer.proxy_next_upstream,
    path: answer.path,
    // Without `auth` the word means nothing: some deployments answer it for every group.
    authType: auth && answer.auth_type ? fromPlatform(dialect, answer.auth_type) : undefined,
    auth,
    sources: auth ? undefined : (answer.sources ?? []).map((source) => readSource(source, dialect)),
  };
}

/** What programs see of a group besides its normalized fields. */
export function shownBesides<Source, AuthType>(
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

/** An object with some fields in the words of the dialect. */
export function translated(object: object, word: (word: string) => string): JsonObject {
  return mapValues(object, (value, key) =>
    dialectFields.includes(key) && typeof value === "string" ? word(value) : value,
  );
}

function readSource(answer: NonNullable<OriginGroupAnswer["sources"]>[number], dialect: Dialect): SourceReading {
  const { config, ...rest } = answer;
  return {
    ...fromWire(rest, dialect),
    ...(config && { config: readBucket(config, bucketFields.config, dialect) }),
  };
}

function readBucket(answer: object, fields: readonly string[], dialect: Dialect): JsonObject {
  return bucketAlone(pick(fromWire(answer, dialect), (key) => fields.includes(key)));
}

function fromWire(object: object, dialect: Dialect): JsonObject {
  return translated(renameKeys(object, camelCase), (word) => fromPlatform(dialect, word));
}
