export { readNotes, withVersion } from "./changelog";
export { findProblems, findUndecided, listChecksums } from "./publish";
