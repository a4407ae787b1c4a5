/**
 * What is wrong with an answer that has the ID of another object. Only a cache or a proxy gives such an answer; to accept
 * it would be to change, and one day delete, an object of somebody else.
 */
export function describeOtherId(asked: string, answered: string | number): string | undefined {
  const id = String(answered);
  // The platform ignores the case of a UUID.
  return id.toLowerCase() === asked.toLowerCase() ? undefined : `id: is ${JSON.stringify(id)}, not the requested one`;
}
