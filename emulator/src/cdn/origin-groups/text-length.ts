/** Whether a text has at most `limit` characters (contract 8): code points, not UTF-16 units. */
export function hasAtMost(limit: number, text: string | null | undefined): boolean {
  return [...(text ?? "")].length <= limit;
}
