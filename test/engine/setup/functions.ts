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
export function seeded(change: object = {}) {
  return { project_id: projectId, region_id: regionId, namespace, ...requiredBody, ...change };
}

/** The function of that name on the platform, or undefined. */
export function stored(emulator: Emulator, name = "resize"): StoredFunction | undefined {
  return emulator.state().functions.find((candidate) => candidate.name === name);
}

/** Changes functions behind Pulumi's back; a change that answers undefined removes one. */
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

/** A program with one function, whose `args` may be changed between operations. */
export function declaring(first: Partial<CloudFunctionArgs> = {}) {
  const declared = {
    args: first,
    program: () => {
      const { id, endpoint, status, functionId } = new CloudFunction("resize", { ...required, ...declared.args });
      return { id, endpoint, status, functionId };
    },
  };
  return declared;
}
