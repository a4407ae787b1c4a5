/** A step of a path: the name of a property, the position of an entry, or `*` for any of these. */
export type PathStep = string | number;

export type PropertyPath = readonly PathStep[];

/** Returns a path as a user writes it: `sources[1].config.s3Region`, `tags["cost center"]`. */
export function formatPropertyPath([first = "", ...rest]: PropertyPath): string {
  const steps = rest.map((step) =>
    typeof step !== "number" && /^[A-Za-z_$][\w$]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return [String(first), ...steps].join("");
}

/** Returns a path in the engine's syntax, in which only a quote can be escaped. */
export function formatEnginePath([property, ...rest]: PropertyPath): string {
  const steps = rest.map((step) => {
    if (typeof step === "number" || step === "*") {
      return `[${step}]`;
    }
    return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `["${step.replaceAll('"', '\\"')}"]`;
  });
  return [property, ...steps].join("");
}

/** The path may be in the user's form or in the engine's. */
export function parseFirstProperty(path: string): string {
  return path.split(/[.[]/, 1).join();
}

/** Returns the steps of a path in the engine's syntax, such as `a.b[0]["c.d"].*`; none if the path is malformed. */
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
