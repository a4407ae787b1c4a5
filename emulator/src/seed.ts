import { z } from "zod";
import { analyticsSeedShape, type AnalyticsState } from "./analytics/seed";
import { createCdnSeedShape, type CdnState } from "./cdn/seed";
import { clockSeedShape, type ClockState } from "./clock";
import { cloudSeedShape, type CloudState } from "./cloud/seed";
import { defaultDialect, dialectSchema, type Dialect } from "./dialect";
import { parseInput } from "./invalid-input";
import { streamingSeedShape, type StreamingState } from "./streaming/seed";

/** The shape of a seed with these words in force. */
export const createSeedSchema = (dialect: Dialect) =>
  z.strictObject({
    /** Where an editor finds the JSON schema; it says nothing about the state. */
    $schema: z.string().optional(),
    dialect: dialectSchema.optional(),
    ...clockSeedShape,
    ...createCdnSeedShape(dialect),
    ...analyticsSeedShape,
    ...cloudSeedShape,
    ...streamingSeedShape,
  });

/** What a seed may contain; every key is optional. REFERENCE.md describes it. */
export type SeedInput = DeepReadonly<z.input<ReturnType<typeof createSeedSchema>>>;

/**
 * A seed as TypeScript reads one from a JSON file (`import seed from "./seed.json"`): where only certain words can
 * stand, any text will do, because that is all that is known of it. The words are checked when the seed is taken.
 */
export type SeedJson = Widened<SeedInput>;

type Widened<T> = T extends string ? string : T extends object ? { readonly [K in keyof T]: Widened<T[K]> } : T;

/** Read-only all the way down, so that a state can be given as a seed. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A checked seed. */
export type Seed = z.output<ReturnType<typeof createSeedSchema>>;

/** The whole state of the emulator, with real credentials. It is a valid seed. */
export interface EmulatorState extends ClockState, CdnState, AnalyticsState, CloudState, StreamingState {
  readonly dialect: Dialect;
}

/**
 * Checks a seed completely before anything is changed. `base` is the dialect in force; the seed's own words win.
 * Throws an `InvalidInputError` that names the path of each problem.
 */
export function parseSeed(value: unknown, base: Dialect = defaultDialect): { seed: Seed; dialect: Dialect } {
  const own = z.looseObject({ dialect: dialectSchema.optional() });
  const dialect = mergeDialect(base, parseInput(own, value, "seed").dialect);
  return { seed: parseInput(createSeedSchema(dialect), value, "seed"), dialect };
}

/** The words of `base` with those of `own` in their place. */
export function mergeDialect(base: Dialect, own: z.output<typeof dialectSchema> = {}): Dialect {
  return {
    cloudSignatureV4: own.cloudSignatureV4 ?? base.cloudSignatureV4,
    cloudvendor: own.cloudvendor ?? base.cloudvendor,
    edgeapp: own.edgeapp ?? base.edgeapp,
  };
}
