import { formatDialectCommand, type Dialect } from "../../config/dialect";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import type { ValidationError } from "../../api/failures/errors";
import { camelCase, renameKeys, snakeCase } from "../../api/calls/naming";
import type { JsonObject } from "../../values/json";
import { bucketFields, type credentials, stripCredentials, defaults } from "../../model/origin-group";
import { findForeignWords, readGroup, readComputedFields, toPlatformWords } from "../../model/origin-group-answer";
import { normalizeGroup, type GroupInputs, type OriginGroupState } from "./schema";

/** What only the resource knows about the group. */
export type OwnState = Pick<OriginGroupState, "onDestroy" | "adopted" | "restorePoint" | "operation" | "claim">;

type Bucket = { s3BucketName?: string } & { [name in (typeof credentials)[number]]?: string };

const sourceFields = ["source", "origin_type", "config", "backup", "enabled", "host_header_override"];

/** Whether a group can have this ID. */
export function isGroupId(id: string): boolean {
  return /^[1-9]\d*$/.test(id);
}

/** The body of a create or replace call: the complete group, since the platform resets omitted fields to defaults. */
export function toRequestBody(group: GroupInputs, dialect: Dialect): JsonObject & { name: string } {
  const { name, useNext, proxyNextUpstream, path, authType, auth, sources } = group;
  const origins = auth
    ? { ...toWire({ authType: authType ?? defaults.authType }, dialect), auth: toWire(auth, dialect) }
    : {
        sources: sources?.map((source) => ({
          ...toWire(source, dialect),
          ...(source.config && { config: toWire(source.config, dialect) }),
        })),
      };
  return { name, use_next: useNext, proxy_next_upstream: proxyNextUpstream, path, ...origins };
}

/** The group of an answer. Credentials, which the platform masks, are taken from the bucket of that name in `known`. */
export function toGroup(answer: OriginGroupAnswer, known: Partial<GroupInputs>, dialect: Dialect): GroupInputs {
  const buckets = [...(known.sources ?? []).map((source) => source.config), known.auth].filter(
    (it) => it !== undefined,
  );
  const { auth, sources, ...group } = readGroup(answer, dialect);
  return normalizeGroup({
    ...group,
    auth: auth && withCredentials(auth, buckets),
    sources: sources?.map((source) =>
      source.config ? { ...source, config: withCredentials(source.config, buckets) } : source,
    ),
  });
}

/** The problem of an answer with words that `edgecloud:dialect` does not translate. */
export function findDialectProblem(answer: OriginGroupAnswer, dialect: Dialect): string | undefined {
  const words = findForeignWords(answer, dialect);
  const named = Object.entries(words).map(([neutral, word]) => `"${word}", probably for "${neutral}"`);
  return named.length === 0
    ? undefined
    : `lacks words of this platform: origin group ${answer.id} has ${named.join(" and ")}. Set them with ` +
        formatDialectCommand(dialect, words);
}

/** Advice after the refusal of a word for which this platform may have another one. */
export function adviseOnRefusedWord(error: ValidationError): string | undefined {
  const refused = Object.entries({ s3_type: "cloudvendor", origin_type: "edgeapp", auth_type: "cloudSignatureV4" });
  const words = refused.filter(([field]) =>
    error.fields.some(
      ({ location, message }) => location.at(-1) === field && /not a valid choice|should be in/i.test(message),
    ),
  );
  return words.length === 0
    ? undefined
    : `Platforms have words of their own for ${words.map(([, word]) => `"${word}"`).join(" and ")}: ` +
        `\`pulumi-edgecloud doctor\` finds them in what the account has, and the setting is edgecloud:dialect, as in ` +
        `\`pulumi config set edgecloud:dialect '{"${words[0]?.[1]}":"<word>"}'\``;
}

/** The outputs of the resource. */
export function toState(answer: OriginGroupAnswer, group: GroupInputs, ownState: OwnState): OriginGroupState {
  return { ...group, ...readComputedFields(answer, group), ...ownState };
}

/** The group that a state describes. */
export function readGroupOfState(state: Partial<OriginGroupState>): GroupInputs {
  return normalizeGroup({ ...state, sources: state.auth ? undefined : state.sources });
}

/** The group without credentials, for comparison: the platform masks them. */
export function withoutCredentials(group: GroupInputs): GroupInputs {
  return {
    ...group,
    ...(group.auth && { auth: stripCredentials(group.auth) }),
    ...(group.sources && {
      sources: group.sources.map((source) =>
        source.config ? { ...source, config: stripCredentials(source.config) } : source,
      ),
    }),
  };
}

/** Translates a location in the platform's error body to a property path (contract, section 7). */
export function toPropertyPath(location: readonly string[], group: Partial<GroupInputs>): string {
  const [field = "", entry, ...rest] = location;
  if (field === "source" || (field === "sources" && entry === undefined)) {
    return "sources";
  }
  if (field !== "sources") {
    return location.map(camelCase).join(".");
  }
  const index = (group.sources ?? []).findLastIndex(({ source, config }, position) =>
    [source, config?.s3BucketName, config?.appId, `s3_entry_${position}`].includes(entry ?? ""),
  );
  const outer = index < 0 ? `sources ("${entry}")` : `sources[${index}]`;
  // Many messages do not name the host, and its position may differ from that in the program.
  const quoted = index >= 0 && rest.join() === "source" ? ` ("${entry}")` : "";
  return [outer, ...rest.map(camelCase)].join(".") + quoted;
}

/** The fields of the object at a place of an error body (contract, section 2.1). */
export function listFields(location: readonly string[]): readonly string[] {
  const last = location.at(-1);
  if (last === "config" || last === "auth") {
    return bucketFields[last].map(snakeCase);
  }
  return location.length === 2 && location[0] === "sources" ? sourceFields : [];
}

function withCredentials(bucket: JsonObject, known: readonly Bucket[]): JsonObject {
  const match = known.find(({ s3BucketName }) => s3BucketName !== undefined && s3BucketName === bucket.s3BucketName);
  return match ? { ...bucket, s3AccessKeyId: match.s3AccessKeyId, s3SecretAccessKey: match.s3SecretAccessKey } : bucket;
}

function toWire(object: object, dialect: Dialect): JsonObject {
  return renameKeys(toPlatformWords(object, dialect), snakeCase);
}
