import { z } from "zod";
import { analyticsSeedShape, type AnalyticsState } from "./analytics/seed";
import { createCdnSeedShape, type CdnState } from "./cdn/seed";
import { clockSeedShape, type ClockState } from "./clock";
import { cloudSeedShape, type CloudState } from "./cloud/kinds";
import { defaultDialect, dialectSchema, type Dialect } from "./dialect";
import { parseInput } from "./invalid-input";
import { mergeChange } from "./json-object";
import { streamingSeedShape, type StreamingState } from "./streaming/seed";

/** Creates the schema of a seed, with the dialect's words. */
export const createSeedSchema = (dialect: Dialect) =>
  z.strictObject({
    dialect: dialectSchema.optional(),
    ...clockSeedShape,
    ...createCdnSeedShape(dialect),
    ...analyticsSeedShape,
    ...cloudSeedShape,
    ...streamingSeedShape,
  });

/** A seed, as tests write it. REFERENCE.md describes it. */
export type SeedInput = DeepReadonly<z.input<ReturnType<typeof createSeedSchema>>>;

/**
 * A seed imported from a JSON file (`import seed from "./seed.json"`), where TypeScript widens enums to `string`. They
 * are checked when the seed is loaded.
 */
export type SeedJson = Widened<SeedInput>;

type Widened<T> = T extends string ? string : T extends object ? { readonly [K in keyof T]: Widened<T[K]> } : T;

/** Lets a state be passed as a seed. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A checked seed. */
export type Seed = z.output<ReturnType<typeof createSeedSchema>>;

/** The whole state of the emulator, with real credentials. It is a valid seed. */
export interface EmulatorState extends ClockState, CdnState, AnalyticsState, CloudState, StreamingState {
  readonly dialect: Dialect;
}

/**
 * Checks a seed. The seed's own words win over `base`, the current dialect. Throws an `InvalidInputError` that names
 * the path of each problem.
 */
export function parseSeed(value: unknown, base: Dialect = defaultDialect): { seed: Seed; dialect: Dialect } {
  const own = z.looseObject({ dialect: dialectSchema.optional() });
  const dialect = mergeChange(base, parseInput(own, value, "seed").dialect);
  return { seed: parseInput(createSeedSchema(dialect), value, "seed"), dialect };
}
