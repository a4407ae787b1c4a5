/** A step of a path: the name of a property, the position of an entry, or `*` for any. */
export type Step = string | number;

/** A path as the engine reads it. */
export function pathOf(steps: readonly Step[]): string {
  const [property, ...rest] = steps;
  const inside = rest.map((step) => (typeof step === "number" || step === "*" ? `[${step}]` : `[${quoted(step)}]`));
  return [property, ...inside].join("");
}

/** The engine knows only one escape, that of a quote. */
function quoted(step: string): string {
  return `"${step.replaceAll('"', '\\"')}"`;
}

/** The steps of a path as the engine reads it, `a.b[0]["c.d"].*`; none if it cannot be read. */
export function stepsOf(path: string): Step[] {
  const step = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[(\*)\]|\["((?:\\"|[^"])*)"\]/y;
  const steps: Step[] = [];
  while (step.lastIndex < path.length) {
    const [, name, index, any, key] = step.exec(path) ?? [];
    const found = index === undefined ? (name ?? any ?? key?.replaceAll('\\"', '"')) : Number(index);
    if (found === undefined) {
      return [];
    }
    steps.push(found);
  }
  return steps;
}
