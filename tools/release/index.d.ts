/**
 * The changelog with what is unreleased below the heading of that version. Throws if nothing is unreleased, or if the
 * version is there already.
 */
export function withVersion(changelog: string, version: string, date: string): string;

/** What the changelog says of a version, without its heading. Throws if it does not name the version. */
export function notesOf(changelog: string, version: string): string;

/** The checksums of all files in a folder, as `sha256sum` writes them. */
export function sumsOf(folder: string): string;

/** Which files are missing, added or different from what `SHA256SUMS` in the folder says; none if it is whole. */
export function problemsIn(folder: string): string[];
