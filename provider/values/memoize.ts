/** Returns a function that computes once for each object, and so does not see when an object changes afterwards. */
export function memoize<Given extends object, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  const results = new WeakMap<Given, Result>();
  return (given) => {
    if (!results.has(given)) {
      results.set(given, compute(given));
    }
    return results.get(given) as Result;
  };
}
