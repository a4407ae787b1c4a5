import { countCharacters } from "../../../count-characters";
import type { Draft, Entry } from "../draft";
import { isS3Source } from "../stored-schema";
import { describeTooLong, reportIf, type SourceRule } from "./rule";

const anyForm = ["host", "s3", "edge", "unknown"] as const;

/**
 * Errors about all sources together are reported at the last one, as the name of the first of these errors suggests;
 * the contract says only `<src>`.
 */
function isLastSource(entry: Entry, { entries }: Draft): boolean {
  return entry === entries.at(-1);
}

/** Errors of section 7 about sources of every form. */
export const sourceRules: readonly SourceRule[] = [
  {
    error: "OriginLastSourceNotBackupError",
    forms: anyForm,
    at: "backup",
    check: (entry, draft) =>
      reportIf(
        isLastSource(entry, draft) && draft.entries.every((e) => e.backup),
        "You cannot specify all origin sources as reserve (backup). Add non-reserve origins.",
      ),
  },
  {
    error: "SourcesShouldBeEnabledError",
    forms: anyForm,
    at: "enabled",
    // Section 7 says "an active group", but 2.1.1 and section 8 require an enabled origin in every group.
    check: (entry, draft) =>
      reportIf(
        isLastSource(entry, draft) && draft.entries.every((e) => !e.enabled),
        "Origin Group must have at least one active origin sources.",
      ),
  },
  {
    // Not in section 7: enum of 2.1.1.
    error: "unknown origin_type",
    forms: ["unknown"],
    at: "origin_type",
    check: ({ originType }) => `"${originType}" is not a valid choice.`,
  },
  {
    error: "OriginTypeRequiredForNewS3Error",
    forms: ["s3"],
    at: "origin_type",
    check: ({ originType, fields }, _draft, { existing }) => {
      if (originType !== undefined || existing === undefined) {
        return undefined;
      }
      const isKnown = existing.sources.some((s) => isS3Source(s) && s.config.s3_bucket_name === fields.s3_bucket_name);
      return reportIf(!isKnown, "Provide origin_type explicitly for new S3 sources.");
    },
  },
  {
    // Not in section 7: limit of section 8.
    error: "host_header_override too long",
    forms: anyForm,
    at: "host_header_override",
    check: ({ sent }) => reportIf(countCharacters(sent.host_header_override ?? "") > 255, describeTooLong(255)),
  },
  {
    // Not in section 7: "response forms accept only the properties listed", which is taken to hold for requests, too.
    error: "source next to config",
    forms: ["s3", "edge"],
    at: "source",
    check: ({ sent }) => reportIf(sent.source !== undefined && sent.source !== null, "Unknown property."),
  },
  {
    // As above.
    error: "config of a host",
    forms: ["host"],
    at: "config",
    check: ({ config }) => reportIf(config !== undefined, "Unknown property."),
  },
];
