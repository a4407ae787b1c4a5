/** A step of a path: the name of a property, the position of an entry, or `*` for any. */
export type PathStep = string | number;

/** The place of a value among properties. */
export type PropertyPath = readonly PathStep[];

/** A path as the engine reads it. */
export function formatEnginePath(steps: PropertyPath): string {
  const [property, ...rest] = steps;
  return [property, ...rest.map(formatInnerStep)].join("");
}

/** The engine knows only one escape, that of a quote. */
function formatInnerStep(step: PathStep): string {
  if (typeof step === "number" || step === "*") {
    return `[${step}]`;
  }
  return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `["${step.replaceAll('"', '\\"')}"]`;
}

/** The steps of a path as the engine reads it, `a.b[0]["c.d"].*`; none if it cannot be read. */
export function parseEnginePath(path: string): PathStep[] {
  const step = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[(\*)\]|\["((?:\\"|[^"])*)"\]/y;
  const steps: PathStep[] = [];
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
