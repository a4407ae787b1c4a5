/**
 * The changelog with what is unreleased below the heading of that version. Throws if nothing is unreleased, or if the
 * version is there already.
 */
export function withVersion(changelog: string, version: string, date: string): string;

/** What the changelog says of a version, without its heading. Throws if it does not name the version. */
export function notesOf(changelog: string, version: string): string;
