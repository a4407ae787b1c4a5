import type { Dialect } from "../../../dialect";
import type { NameKind } from "../../name-kind";
import type { CdnState } from "../../seed";
import type { Draft, Entry, Form } from "../draft";
import type { OriginGroup } from "../model";

/** What a rule may look at besides the request. */
export interface RuleContext {
  readonly dialect: Dialect;
  readonly settings: Pick<CdnState, "plan" | "edgeApps" | "s3Regions" | "cdn">;
  readonly lookUpName: (host: string) => NameKind | undefined;
  /** Whether another group has a name. */
  readonly isNameTaken: (name: string) => boolean;
  /** Buckets of the group that is changed. */
  readonly knownBuckets: ReadonlySet<unknown>;
  /** The group that is changed; undefined on create. */
  readonly existing: OriginGroup | undefined;
}

/** A rule about the group: answered at `errors.<at…>`. */
export interface GroupRule {
  /** The error's name in the contract's section 7, or a name of our own where the contract has none. */
  readonly error: string;
  readonly at: readonly string[];
  /** The message when the rule is broken. */
  readonly check: (draft: Draft, context: RuleContext) => string | undefined;
}

/** A rule about one source: answered at `errors.sources.<key>.<at>`. */
export interface SourceRule {
  /** As in {@link GroupRule}. */
  readonly error: string;
  /** The forms it applies to. */
  readonly forms: readonly Form[];
  readonly at: string;
  /** As in {@link GroupRule}. */
  readonly check: (entry: Entry, draft: Draft, context: RuleContext) => string | undefined;
}

/** The message of every "missing" row. */
export const requiredMessage = "This field is required.";

/** A row that answers `message` whenever `broken`. */
export function reportIf(broken: boolean, message: string): string | undefined {
  return broken ? message : undefined;
}

/** Null and an empty text count as missing: neither can serve as a value of a required property. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** The message of every "too long" row. */
export function describeTooLong(limit: number): string {
  return `Ensure this field has no more than ${limit} characters.`;
}

/** The platform names the type it got the way its own language calls it. */
export function describeNotADictionary(value: unknown): string {
  const names: Record<string, string> = { string: "str", boolean: "bool", number: "float" };
  const got = Array.isArray(value) ? "list" : Number.isInteger(value) ? "int" : (names[typeof value] ?? "NoneType");
  return `Invalid data. Expected a dictionary, but got ${got}.`;
}
