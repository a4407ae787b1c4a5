/** Returns what is wrong with the name of a group, except for its length. */
export function checkGroupName(name: string): string | undefined {
  if (name.trim() === "") {
    return "This field may not be blank.";
  }
  const half = /\p{Surrogate}/u.exec(name)?.[0];
  if (half === undefined) {
    return undefined;
  }
  return `Surrogate characters are not allowed: U+${half.charCodeAt(0).toString(16).toUpperCase()}.`;
}
