/**
 * The number of runs of a property, by default `share`, with the same cases each time, so that a failure belongs to the
 * change that caused it. `PROPERTY_RUNS=20` makes twenty times as many runs of each property, with new cases each time.
 */
export function tries(share: number): { numRuns: number; seed?: number } {
  const { PROPERTY_RUNS: times } = process.env;
  return times === undefined ? { numRuns: share, seed: 20261122 } : { numRuns: Math.ceil(share * Number(times)) };
}
