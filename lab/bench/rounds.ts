/** Lets each run begin with another provider, so that whatever slows the machine down affects all of them. */
export function rotateOrders<Name>(names: readonly Name[], runs: number): Name[][] {
  return Array.from({ length: runs }, (_, run) => {
    const first = run % names.length;
    return [...names.slice(first), ...names.slice(0, first)];
  });
}

/** The middle one of what the runs have given, or the mean of the two in the middle. */
export function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
