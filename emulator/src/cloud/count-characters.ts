/** Counts Unicode code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;
