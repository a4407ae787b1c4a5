import { isDeepStrictEqual } from "node:util";
import { camelCase } from "../../api/calls/naming";
import type { OriginGroupAnswer } from "../../api/calls/origin-groups";
import {
  ConflictError,
  NotFoundError,
  OutcomeUnknownError,
  ValidationError,
  ignoreNotFound,
} from "../../api/failures/errors";
import type { Dialect } from "../../config/dialect";
import { adviseOnTakenName } from "../../core/claims";
import { PartialFailure, type Dependencies } from "../../core/handler";
import { resolveLimit, type Progress, type Step } from "../../core/job";
import { reconcile } from "../../core/reconcile";
import {
  formatDialectCommand,
  providerAdvice,
  readComputedFields,
  readGroup,
  toRequestBody,
  withoutCredentials,
  type GroupInputs,
} from "../../model/origin-group-fields";
import type { OriginGroupState } from "./schema";

/** After a lost answer, the HTTP client itself repeats an update or a delete, but not a creation. */
export type Request = { kind: "create" } | { kind: "update" | "delete"; isRepeated: true };

export interface Observed {
  actual?: OriginGroupAnswer;
}

/** What to do with one group: make it equal to `group` or, without a `group`, delete it. */
export interface Target {
  name: string;
  /** Undefined for a group to create, which is looked up by its name. */
  id?: string;
  group?: GroupInputs;
  /** For an update, an adoption or a restore: the error if the platform has no such group. */
  whenAbsent?: Error;
  /** For an update: the group in the state, with the credentials that the platform last confirmed. */
  confirmed?: GroupInputs;
  /** What the state holds besides what the platform reports; undefined for a delete or a restore. */
  ownState?: Pick<OriginGroupState, "onDestroy" | "adopted" | "restorePoint" | "operation" | "claim">;
}

export function planGroup(
  { group, whenAbsent }: Pick<Target, "group" | "whenAbsent">,
  dialect: Dialect,
  { actual }: Observed,
  { accepted, lostAnswers }: Progress<Observed, Request>,
): Step<Request> {
  if (accepted) {
    return { do: "done" };
  }
  if (!group) {
    return actual ? { do: "send", request: { kind: "delete", isRepeated: true } } : { do: "done" };
  }
  if (whenAbsent) {
    return actual
      ? { do: "send", request: { kind: "update", isRepeated: true } }
      : { do: "fail", error: whenAbsent, isFinal: true };
  }
  if (!actual) {
    return { do: "send", request: { kind: "create" } };
  }
  // After a lost answer, a group that matches is taken for the one that this run has created.
  return lostAnswers > 0 && matchesSent(group, dialect, actual)
    ? { do: "done" }
    : { do: "fail", error: explainNameTaken(group, dialect, actual), isFinal: true };
}

/** Whether an earlier request may have created `actual`. The platform returns no credentials to compare. */
function matchesSent(group: GroupInputs, dialect: Dialect, actual: OriginGroupAnswer): boolean {
  return !actual.has_related_resources && isDeepStrictEqual(readGroup(actual, dialect), withoutCredentials(group));
}

export function explainNameTaken(group: GroupInputs, dialect: Dialect, holder: OriginGroupAnswer): Error {
  const { id, name } = holder;
  const isSame = matchesSent(group, dialect, holder);
  const subject = `origin group ${JSON.stringify(name)} (ID ${id})${isSame ? " with the same content" : ""}`;
  const advice = adviseOnTakenName({ noun: "group", adopting: `originGroupId: ${id}`, isSame });
  return new ConflictError({ message: `name: the account already has an ${subject}. ${advice}` });
}

export async function ensureGroup(
  target: Target & Required<Pick<Target, "group" | "ownState">>,
  dependencies: Dependencies,
): Promise<{ id: string; state: OriginGroupState }> {
  const { observed } = await applyGroup(target, dependencies);
  // Only a delete can end without a group.
  const found = observed.actual as OriginGroupAnswer;
  const group = readGroup(found, dependencies.connection.dialect, target.group);
  return { id: String(found.id), state: { ...group, ...readComputedFields(found, group), ...target.ownState } };
}

export function applyGroup(target: Target, { connection, context, clock }: Dependencies) {
  const { name, id, group, whenAbsent, confirmed, ownState } = target;
  const { originGroups, dialect } = connection;
  const kind = group ? (whenAbsent ? "update" : "create") : "delete";
  // The platform changes a group at once, so only refusals and lost answers cause a wait. `reconcile` bounds both, so
  // no other limit than `customTimeouts` is needed.
  const { timeoutSeconds, operationSeconds } = resolveLimit(context, Infinity);
  return reconcile<Observed, Request>({
    noun: "origin group",
    name,
    timeoutSeconds,
    operationSeconds,
    waits: context.waits,
    clock,
    first: kind === "create" ? { kind } : { kind, isRepeated: true },
    observe: async () => {
      // An entry of a list may lack what `planGroup` compares, so it serves only to find the ID.
      const foundId = id ?? (await originGroups.findByName(name))?.id;
      return { actual: foundId ? await originGroups.get(String(foundId)).catch(ignoreNotFound) : undefined };
    },
    plan: (observed, progress) => planGroup(target, dialect, observed, progress),
    apply: async () => {
      if (!group) {
        await originGroups.delete(String(id)).catch(ignoreNotFound);
        return { observed: {} };
      }
      const body = toRequestBody(group, dialect);
      const call = kind === "create" ? originGroups.create(body) : originGroups.replace(String(id), body);
      return { observed: { actual: await call } };
    },
    // A taken name may become free: another resource may give it up in the same `pulumi up`.
    isTransient: (error) => error instanceof ConflictError || isNameTaken(error),
    explain: (error) => explainRefusal(error, target, dialect),
    toPartialFailure: (error, { operation }, observed) => {
      if (!group || !ownState) {
        // If a delete or a restore fails, Pulumi keeps the old state by itself.
        return error;
      }
      if (id === undefined) {
        // Without an ID, the state cannot keep the resource.
        const advice = "Run `pulumi up` again; if the name is taken then, the message says what to do";
        const message = `${error.message}; it is not known whether the group was created. ${advice}`;
        return new OutcomeUnknownError({ message });
      }
      const { actual } = observed ?? {};
      // Only confirmed credentials go into the state, because nothing shows whether the platform has the new ones.
      const shown = actual ? readGroup(actual, dialect, confirmed) : (confirmed ?? withoutCredentials(group));
      const outputs = readComputedFields(actual ?? { id: Number(id), name }, shown);
      const message =
        `${error.message}; it is not known whether the group was changed. It stays in the state, and the next \`pulumi up\` ` +
        "sends everything again";
      const explained = operation?.unconfirmed ? new OutcomeUnknownError({ message }) : error;
      return new PartialFailure(id, { ...shown, ...outputs, ...ownState, operation }, explained);
    },
  });
}

function explainRefusal(error: Error, { id, group, whenAbsent, ownState }: Target, dialect: Dialect): Error {
  if (error instanceof NotFoundError && whenAbsent) {
    return whenAbsent;
  }
  if (!(error instanceof ValidationError)) {
    return error;
  }
  if (group) {
    const translated = error.translatePaths((location) => toPropertyPath(location, group));
    if (!ownState) {
      return translated.withHint(refusedRestoreAdvice);
    }
    const explained = adviseOnRefusedWords(translated, dialect);
    // A creation needs no hint: `planGroup` reports the group that has the name, with advice.
    return isNameTaken(error) && whenAbsent ? explained.withHint(renameAdvice) : explained;
  }
  // For a group in use, the platform blames the property `name`, which would mislead the user.
  const reason = error.translatePaths(() => "");
  return error.hasMessageAbout("name", /using this group/i)
    ? reason.withHint(
        `They are CDN resources of the account, or their rules, whose origin group is ${id}; the platform does not ` +
          'say which. Give them another origin group first. Or keep this one: set onDestroy: "retain" and run ' +
          "`pulumi up`, then remove the resource",
      )
    : reason;
}

const refusedRestoreAdvice =
  "The platform refuses what the group had before. To leave the group as it is, declare the resource as before with " +
  'onDestroy: "retain" and run `pulumi up`, then try again';

const renameAdvice =
  "Choose another name. If another resource of the program gives this name up in the same change, first run `pulumi up` " +
  "with names that are free in both resources, then with these";

function isNameTaken(error: unknown): boolean {
  return error instanceof ValidationError && error.hasMessageAbout("name", /unique/i);
}

/** Advises on `edgecloud:dialect` if the platform refuses a word that differs between installations. */
function adviseOnRefusedWords(error: ValidationError, dialect: Dialect): ValidationError {
  const wordFields = { s3_type: "cloudvendor", origin_type: "edgeapp", auth_type: "cloudSignatureV4" };
  const refused = error.fields.filter(({ message }) => /not a valid choice|should be in/i.test(message));
  const places = refused.map(({ location }) => location.at(-1));
  const words = Object.entries(wordFields).flatMap(([field, word]) => (places.includes(field) ? [word] : []));
  const [first] = words;
  return first === undefined
    ? error
    : error.withHint(
        `Platforms have words of their own for ${words.map((word) => `"${word}"`).join(" and ")}: \`pulumi-edgecloud ` +
          "doctor` finds them in what the account has, and the setting is edgecloud:dialect, as in " +
          `${formatDialectCommand({ ...dialect, [first]: "<word>" })}, ${providerAdvice}`,
      );
}

/**
 * Translates a location in the platform's error body to a property path (docs/contract.md, section 7). The location
 * names a source by its host, bucket or application, or as `s3_entry_<index>`. If several match, the last is meant.
 */
export function toPropertyPath(location: readonly string[], { sources = [] }: Partial<GroupInputs>): string {
  const [field = "", entry, ...rest] = location;
  if (field === "source" || (field === "sources" && entry === undefined)) {
    return "sources";
  }
  if (field !== "sources") {
    return location.map(camelCase).join(".");
  }
  const index = sources.findLastIndex(({ source, config }, position) =>
    [source, config?.s3BucketName, config?.appId, `s3_entry_${position}`].includes(entry ?? ""),
  );
  const outer = index < 0 ? `sources ("${entry}")` : `sources[${index}]`;
  // The host is added, because many messages lack it, and the index may differ from that in the program.
  const quoted = index >= 0 && rest.join() === "source" ? ` ("${entry}")` : "";
  return [outer, ...rest.map(camelCase)].join(".") + quoted;
}
