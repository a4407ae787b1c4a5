import { formatDialectCommand, type Dialect } from "../../config/dialect";
import { camelCase, renameKeys, snakeCase } from "../../api/calls/naming";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import type { ValidationError } from "../../api/failures/errors";
import { defaults, stripCredentials } from "../../model/origin-group";
import { findForeignWords, readComputedFields, readGroup, toPlatformWords } from "../../model/origin-group-answer";
import type { JsonObject } from "../../values/json";
import { normalizeGroup, type GroupInputs, type OriginGroupState } from "./schema";

/** What only the resource knows about the group. */
export type OwnState = Pick<OriginGroupState, "onDestroy" | "adopted" | "restorePoint" | "operation" | "claim">;

/** A group in any form of its fields. */
interface Group extends JsonObject {
  auth?: JsonObject;
  sources?: { config?: JsonObject }[];
}

/** The body of a create or replace call: the complete group, since the platform resets omitted fields to defaults. */
export function toRequestBody(group: GroupInputs, dialect: Dialect): JsonObject & { name: string } {
  const toWire = (object: object) => renameKeys(toPlatformWords(object, dialect), snakeCase);
  const { name, useNext, proxyNextUpstream, path, authType } = group;
  const { auth, sources } = mapConfigs(group, toWire);
  const origins = auth
    ? { ...toWire({ authType: authType ?? defaults.authType }), auth }
    : { sources: sources?.map(toWire) };
  return { name, use_next: useNext, proxy_next_upstream: proxyNextUpstream, path, ...origins };
}

/** The group of an answer. Credentials, which the platform masks, are taken from the bucket of that name in `known`. */
export function toGroup(answer: OriginGroupAnswer, known: Partial<GroupInputs>, dialect: Dialect): GroupInputs {
  const buckets = [...(known.sources ?? []).map(({ config }) => config), known.auth];
  const group = mapConfigs(readGroup(answer, dialect), (bucket) => {
    const { s3BucketName: name } = bucket;
    const match = name === undefined ? undefined : buckets.find((it) => it?.s3BucketName === name);
    return match
      ? { ...bucket, s3AccessKeyId: match.s3AccessKeyId, s3SecretAccessKey: match.s3SecretAccessKey }
      : bucket;
  });
  return normalizeGroup(group);
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

/** Adds advice to the refusal of a word for which this platform may have another one. */
export function adviseOnRefusedWords(error: ValidationError): ValidationError {
  const wordFields = { s3_type: "cloudvendor", origin_type: "edgeapp", auth_type: "cloudSignatureV4" };
  const refused = error.fields.filter(({ message }) => /not a valid choice|should be in/i.test(message));
  const places = refused.map(({ location }) => location.at(-1));
  const words = Object.entries(wordFields).flatMap(([field, word]) => (places.includes(field) ? [`"${word}"`] : []));
  return words.length === 0
    ? error
    : error.withHint(
        `Platforms have words of their own for ${words.join(" and ")}: \`pulumi-edgecloud doctor\` finds them in what the ` +
          `account has, and the setting is edgecloud:dialect, as in \`pulumi config set edgecloud:dialect ` +
          `'{${words[0]}:"<word>"}'\``,
      );
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
  return mapConfigs(group, stripCredentials) as unknown as GroupInputs;
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

/** The group with each bucket and application replaced by what `map` makes of it. */
function mapConfigs(group: object, map: (config: JsonObject) => JsonObject): Group {
  const { auth, sources, ...rest } = group as Group;
  return {
    ...rest,
    ...(auth && { auth: map(auth) }),
    ...(sources && {
      sources: sources.map((source) => (source.config ? { ...source, config: map(source.config) } : source)),
    }),
  };
}
