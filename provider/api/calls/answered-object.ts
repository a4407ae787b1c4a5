/**
 * What is wrong with an answer about another object than the one that was asked for. Only a cache or a gateway gives such
 * an answer; to accept it would be to change, and one day delete, an object of somebody else.
 */
export function describeOther(keyName: "id" | "name", asked: string, answered: string | number): string | undefined {
  const key = String(answered);
  // The platform ignores the case of a UUID.
  return key.toLowerCase() === asked.toLowerCase()
    ? undefined
    : `${keyName}: is ${JSON.stringify(key)}, not the requested one`;
}
