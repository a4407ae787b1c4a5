/** Writes an element. Children that are elements already stay as they are; all others are text. */
export function writeElement(
  name: string,
  attributes: Record<string, string | number>,
  children: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`);
  const inside = children.map((child) => (child.startsWith("<") ? `\n${child}` : escapeText(child))).join("");
  return children.length === 0 ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${inside}</${name}>`;
}

/** Rounds a length to a tenth of a pixel. */
export function roundLength(length: number): number {
  return Math.round(length * 10) / 10;
}

/** Of all pictures of the benchmark. */
export const font = { "font-family": "sans-serif", "font-size": 12, fill: "#202124" };

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
