import type { Dialect } from "../../../dialect";
import type { NameKind, CdnState } from "../../seed";
import type { Draft, Entry, Form } from "../draft";
import type { OriginGroup } from "../stored-schema";

/** What rules know besides the request. */
export interface RuleContext {
  readonly dialect: Dialect;
  readonly settings: Pick<CdnState, "plan" | "edgeApps" | "s3Regions" | "cdn">;
  readonly lookUpName: (host: string) => NameKind | undefined;
  /** Whether another group has the name. */
  readonly isNameTaken: (name: string) => boolean;
  /** The group before the change; undefined on create. */
  readonly existing: OriginGroup | undefined;
}

/** A rule about the group, reported at `errors.<at…>`. */
export interface GroupRule {
  /** The error's name in section 7 of the contract, or our own name for one that is not there. */
  readonly error: string;
  readonly at: readonly string[];
  /** Returns the message if the rule is broken. */
  readonly check: (draft: Draft, context: RuleContext) => string | undefined;
}

/** A rule about one source, reported at `errors.sources.<key>.<at>`. */
export interface SourceRule {
  /** As in {@link GroupRule}. */
  readonly error: string;
  /** The forms it applies to. */
  readonly forms: readonly Form[];
  readonly at: string;
  /** As in {@link GroupRule}. */
  readonly check: (entry: Entry, draft: Draft, context: RuleContext) => string | undefined;
}

/** The message for a missing value. */
export const requiredMessage = "This field is required.";

/** Returns `message` if `broken`. */
export function reportIf(broken: boolean, message: string): string | undefined {
  return broken ? message : undefined;
}

/** Null and an empty text count as missing. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** The message for a text that is too long. */
export function describeTooLong(limit: number): string {
  return `Ensure this field has no more than ${limit} characters.`;
}

/** The platform calls types by their Python names. */
export function describeNotADictionary(value: unknown): string {
  const names: Record<string, string> = { string: "str", boolean: "bool", number: "float" };
  const got = Array.isArray(value) ? "list" : Number.isInteger(value) ? "int" : (names[typeof value] ?? "NoneType");
  return `Invalid data. Expected a dictionary, but got ${got}.`;
}
