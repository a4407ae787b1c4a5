import type { Dialect, NeutralWord } from "../config/dialect";
import type { OriginGroupAnswer } from "../api/calls/origin-groups";
import { camelCase, renameKeys } from "../api/calls/naming";
import { mapValues, pick, type JsonObject } from "../values/json";
import { stripCredentials, bucketFields, defaults } from "./origin-group";

/** The word of the dialect that each of these fields may have, and the words that it may have wherever it runs. */
const dialectFields: Readonly<Record<string, { neutral: NeutralWord; others?: readonly string[] }>> = {
  s3Type: { neutral: "cloudvendor", others: ["other"] },
  s3AuthType: { neutral: "cloudSignatureV4" },
  authType: { neutral: "cloudSignatureV4", others: ["none"] },
  originType: { neutral: "edgeapp", others: ["host", "s3"] },
};

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
    authType: auth && answer.auth_type ? fromWire({ auth_type: answer.auth_type }, dialect).authType : undefined,
    auth,
    sources: auth
      ? undefined
      : (answer.sources ?? []).map(({ config, ...rest }) => ({
          ...fromWire(rest, dialect),
          ...(config && { config: readBucket(config, bucketFields.config, dialect) }),
        })),
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

/** Words of an answer that neither the contract nor the dialect has, by the neutral ones that they seem to stand for. */
export function findForeignWords(answer: OriginGroupAnswer, dialect: Dialect): Partial<Record<NeutralWord, string>> {
  const found: Partial<Record<NeutralWord, string>> = {};
  const { auth, auth_type, sources } = answer;
  const parts = [auth && { ...auth, auth_type }, ...(sources ?? []).flatMap((source) => [source, source.config])];
  for (const [field, word] of parts.flatMap((part) => Object.entries<unknown>(part ?? {}))) {
    const { neutral, others } = dialectFields[camelCase(field)] ?? {};
    if (neutral && others && typeof word === "string" && ![...others, neutral, dialect[neutral], ""].includes(word)) {
      found[neutral] ??= word;
    }
  }
  return found;
}

/** The fields of an object with the platform's words in place of the neutral ones. */
export function toPlatformWords(object: object, dialect: Dialect): JsonObject {
  return mapValues(object, (value, key) => {
    const neutral = dialectFields[key]?.neutral;
    return neutral && value === neutral ? dialect[neutral] : value;
  });
}

function readBucket(answer: object, fields: readonly string[], dialect: Dialect): JsonObject {
  return stripCredentials(pick(fromWire(answer, dialect), (key) => fields.includes(key)));
}

/** The inverse of `toPlatformWords`, for the platform's names of fields. */
function fromWire(object: object, dialect: Dialect): JsonObject {
  return mapValues(renameKeys(object, camelCase), (value, key) => {
    const neutral = dialectFields[key]?.neutral;
    return neutral && value === dialect[neutral] ? neutral : value;
  });
}
