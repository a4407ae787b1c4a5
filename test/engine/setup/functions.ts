import type { Emulator, EmulatorState } from "edgecloud-emulator";
import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";

export const projectId = 12;
export const regionId = 7;
export const namespace = "images";
export const collection = `/cloud/v1/faas/namespaces/${projectId}/${regionId}/${namespace}/functions`;

/** A function as the platform stores it. */
export type StoredFunction = EmulatorState["functions"][number];

export function pathOf(name = "resize"): string {
  return `${collection}/${name}`;
}

export function idOf(name = "resize"): string {
  return `${projectId}/${regionId}/${namespace}/${name}`;
}

/** The shortest arguments of a function. */
export const required = {
  projectId,
  regionId,
  namespace,
  name: "resize",
  code: "package main",
  mainMethod: "Resize",
  runtime: "go1.16.6",
  flavor: "80mCPU-128MB",
  timeout: 30,
} as const;

/** The same in wire form. */
export const requiredBody = {
  name: "resize",
  code_text: "package main",
  main_method: "Resize",
  runtime: "go1.16.6",
  flavor: "80mCPU-128MB",
  timeout: 30,
} as const;

/** A function for a seed: the one that the shortest arguments make. */
export function createFunctionSeed(change: object = {}) {
  return { project_id: projectId, region_id: regionId, namespace, ...requiredBody, ...change };
}

/** The function of that name on the platform, or undefined. */
export function findFunction(emulator: Emulator, name = "resize"): StoredFunction | undefined {
  return emulator.state().functions.find((candidate) => candidate.name === name);
}

/** What is on the platform: the ID of each function by its name, and its description, which says who has declared it. */
export function functionsOf({ emulator }: { emulator: Emulator }) {
  return Object.fromEntries(emulator.state().functions.map(({ name, id, description }) => [name, [id, description]]));
}

/** Changes functions behind Pulumi's back; a change that returns undefined removes one. */
export function changeFunctions(
  emulator: Emulator,
  change: (found: StoredFunction) => Partial<StoredFunction> | undefined,
): void {
  const state = emulator.state();
  const functions = state.functions.flatMap((found) => {
    const changed = change(found);
    return changed ? [{ ...found, ...changed }] : [];
  });
  emulator.replaceState({ ...state, functions });
}

/** Bodies that were sent by that method, by the name of the function they are for. */
export function bodiesByName(emulator: Emulator, method: "POST" | "PATCH"): Record<string, unknown[]> {
  const sent = emulator.requests().filter((request) => request.method === method);
  const nameOf = ({ body, path }: (typeof sent)[number]) =>
    method === "POST" ? (body as { name: string }).name : path.split("/").at(-1)!;
  return Object.fromEntries(
    sent.map((of) => [nameOf(of), sent.filter((other) => nameOf(other) === nameOf(of)).map(({ body }) => body)]),
  );
}

/** How many requests of each changing method there were: "2 POST, 1 DELETE". */
export function countChanges(emulator: Emulator): string {
  const methods = emulator.requests().map(({ method }) => method);
  return ["POST", "PATCH", "DELETE"]
    .map((method) => [methods.filter((other) => other === method).length, method] as const)
    .flatMap(([count, method]) => (count > 0 ? [`${count} ${method}`] : []))
    .join(", ");
}

/** For `tasks` of a fault or a seed: they run until the test advances the clock. */
export const byTheClock = { runningMs: 3_600_000 } as const;

/** A program with several functions, named as they are in the record. */
export function declareFunctions(first: Record<string, Partial<CloudFunctionArgs>>) {
  const declared = {
    all: first,
    program: () => {
      for (const [name, args] of Object.entries(declared.all)) {
        new CloudFunction(name, { ...required, name, ...args });
      }
    },
  };
  return declared;
}

/** A program with one function, whose `args` may be changed between operations. */
export function declareFunction(first: Partial<CloudFunctionArgs> = {}) {
  const declared = {
    args: first,
    program: () => {
      const { id, endpoint, status, functionId } = new CloudFunction("resize", { ...required, ...declared.args });
      return { id, endpoint, status, functionId };
    },
  };
  return declared;
}
