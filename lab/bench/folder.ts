import path from "node:path";
import { WORK } from "#tools/paths";

/** Where stacks and results of the benchmark are kept. */
export const BENCH_FOLDER = path.join(WORK, "bench");
