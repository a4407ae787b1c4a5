import type { Publication } from "../publication";
import * as publishing from "./publish";

export { readNotes, withVersion } from "./changelog";

// What publishes is JavaScript, because the publishing job installs nothing; its types are given here.

/** Names the entries of `publication.json` that a release needs and that are still empty. */
export const findUndecided: (publication: Publication) => string[] = publishing.findUndecided;

/** Lists the checksums of the archives in a folder, as `SHA256SUMS` has them. */
export const listChecksums: (folder: string) => string = publishing.listChecksums;

/** Says what is missing, added or different in a folder, compared with its `SHA256SUMS`. */
export const findProblems: (folder: string) => string[] = publishing.findProblems;
