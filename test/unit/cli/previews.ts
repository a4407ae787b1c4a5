import { summarize } from "../../../provider/cli/summary";

export type Inputs = Record<string, unknown>;

export const urn = (name: string, type = "edgecloud:index:OriginGroup") => `urn:pulumi:dev::web::${type}::${name}`;

export const stack = { op: "same", urn: urn("web-dev", "pulumi:pulumi:Stack"), oldState: {}, newState: {} };

/** A step as `pulumi preview --json` prints it. */
export function step(op: string, name: string, before?: Inputs, after?: Inputs, more: object = {}) {
  const oldState = before && { id: "1001", inputs: before };
  return { op, urn: urn(name), oldState, newState: after && { inputs: after }, detailedDiff: null, ...more };
}

/** What Pulumi finds different, by path. */
export const diff = (...paths: string[]) => ({
  detailedDiff: Object.fromEntries(paths.map((path) => [path, { kind: "update", inputDiff: true }])),
});

export function summary(steps: object[], more: object = {}): string {
  return summarize(JSON.stringify({ steps: [stack, ...steps], ...more }));
}

/** The rows of all tables. */
export function rows(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith("| `"));
}

/** The fields of the only row, each a line. */
export function fields(steps: object[], more: object = {}): string[] {
  const [row = ""] = rows(summary(steps, more));
  const what = row.split(" | ").slice(2).join(" | ").replace(/ \|$/, "");
  return what === "" ? [] : what.replace(/<\/?details>|<summary>.*?<\/summary>/g, "").split("<br>");
}
