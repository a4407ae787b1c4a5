/** The returned function computes once for each object, even if the object changes afterwards. */
export function memoize<Given extends object, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  const results = new WeakMap<Given, Result>();
  return (given) => {
    if (!results.has(given)) {
      results.set(given, compute(given));
    }
    return results.get(given) as Result;
  };
}
