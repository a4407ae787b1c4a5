/** Whether two types accept the same values. */
export type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** Does not compile unless every property of `Matches` is `true`; the error names the first that is not. */
export function expectTypes<Matches extends Record<keyof Matches, true>>(matches?: Matches): void {
  expect(matches).toBeUndefined();
}
