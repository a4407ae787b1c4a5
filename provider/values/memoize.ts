export function memoize<Given extends object, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, Result>();
  return (given) => {
    if (!known.has(given)) {
      known.set(given, compute(given));
    }
    return known.get(given) as Result;
  };
}
