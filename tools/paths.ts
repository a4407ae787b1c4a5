import path from "node:path";

/** Compiled, this file is in `tools/dist`; tests run the source. */
const TOOLS = path.basename(__dirname) === "dist" ? path.dirname(__dirname) : __dirname;

/** The repository. */
export const ROOT = path.dirname(TOOLS);

/** State, logs and caches; git-ignored, may be deleted at any time. */
export const WORK = path.join(ROOT, ".work");
