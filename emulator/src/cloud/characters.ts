/** Counts characters (Unicode code points), not UTF-16 units. */
export const characters = (text: string): number => [...text].length;
