/** Counts characters as the contract's limits do (contract 8): Unicode code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;
