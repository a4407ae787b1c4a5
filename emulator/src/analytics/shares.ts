/** Dimensions by which requests can be grouped (contract 1). */
export type Dimension = "COUNTRY" | "DIRECTORY" | "BROWSER" | "DEVICE" | "OS";

/** Each key's share of the requests, largest first; the shares of a dimension add up to 1. */
export const shares: Readonly<Record<Dimension, Readonly<Record<string, number>>>> = {
  COUNTRY: { DE: 0.28, US: 0.22, FR: 0.14, BR: 0.12, JP: 0.1, PL: 0.08, ZA: 0.06 },
  DIRECTORY: { "/video": 0.46, "/images": 0.27, "/assets": 0.18, "/": 0.09 },
  BROWSER: { Chrome: 0.58, Safari: 0.21, Firefox: 0.12, Edge: 0.09 },
  DEVICE: { mobile: 0.55, desktop: 0.36, tablet: 0.06, tv: 0.03 },
  OS: { Android: 0.38, Windows: 0.27, iOS: 0.2, macOS: 0.09, Linux: 0.06 },
};
