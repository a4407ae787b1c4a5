/** Whether a text keeps a limit of section 8; characters are counted, not UTF-16 units. */
export function hasAtMost(limit: number, text: string | null | undefined): boolean {
  return [...(text ?? "")].length <= limit;
}
