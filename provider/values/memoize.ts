/** A function that computes its result for each object only once. */
export function memoize<Given extends object, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, { result: Result }>();
  return (given) => {
    const { result } = known.get(given) ?? { result: compute(given) };
    known.set(given, { result });
    return result;
  };
}
