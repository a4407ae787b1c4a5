import type { Emulator, FaultInput, SeedInput } from "../../emulator/src/index";
import { call, start, type Answer } from "./client";

/** A life cycle as a test writes it. */
export type Life = NonNullable<FaultInput["tasks"]>;

type SeedFunction = NonNullable<SeedInput["functions"]>[number];

export const namespacesPath = "/cloud/v1/faas/namespaces/1/2";
export const functionsPath = `${namespacesPath}/web/functions`;
export const functionPath = `${functionsPath}/resize`;

/** The smallest body that can be created. */
export function newFunction(rest: object = {}): Record<string, unknown> {
  const required = { name: "resize", code_text: "code", main_method: "main", runtime: "go1.16.6" };
  return { ...required, flavor: "80mCPU-128MB", timeout: 5, ...rest };
}

/** The namespaces that the tests of functions create some in. */
export function namespaceSeed(rest: SeedInput = {}): SeedInput {
  const scope = { project_id: 1, region_id: 2 };
  const places = [scope, { ...scope, region_id: 3 }, { ...scope, project_id: 2 }].map((of) => ({ ...of, name: "web" }));
  return { namespaces: [...places, { ...scope, name: "other" }, { ...scope, name: "web-2" }], ...rest };
}

/** The function of {@link functionPath}, that is there from the start. */
export function functionSeed(rest: Partial<SeedFunction> = {}, cloud: SeedInput["cloud"] = {}): SeedInput {
  const place = { project_id: 1, region_id: 2, namespace: "web" };
  return namespaceSeed({ functions: [{ ...place, ...newFunction(), ...rest } as SeedFunction], cloud });
}

/** Calls that start tasks on a function, with what has to be there before. */
export const operations = {
  create: { method: "POST", path: functionsPath, body: newFunction({ timeout: 7 }), seed: namespaceSeed() },
  update: { method: "PATCH", path: functionPath, body: { timeout: 7 }, seed: functionSeed() },
  delete: { method: "DELETE", path: functionPath, body: undefined, seed: functionSeed() },
} as const;

/** The IDs of the tasks that a call has started. */
export function startedTasks({ status, body }: Answer): string[] {
  expect({ status, body }).toEqual({ status: 200, body: { tasks: expect.any(Array) as string[] } });
  return (body as { tasks: string[] }).tasks;
}

/** Runs one of the {@link operations} on an emulator of its own; all tasks have this life cycle. */
export async function operate(kind: keyof typeof operations, taskLife: Life) {
  const { method, path, body, seed } = operations[kind];
  const emulator = await start({ seed: { ...seed, cloud: { taskLife } } });
  return { emulator, tasks: startedTasks(await call(emulator, method, path, body)) };
}

/** The task states that the given number of polls sees; the HTTP status where the answer had none. */
export async function states(emulator: Emulator, task: string | undefined, polls: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let i = 0; i < polls; i++) {
    const { status, body } = await call(emulator, "GET", `/cloud/v1/tasks/${task}`);
    seen.push(status === 200 ? (body as { state: string }).state : status);
  }
  return seen;
}

/** Status and a few fields of the function of {@link functionPath}, in a few words. */
export async function look(emulator: Emulator): Promise<string> {
  const { status, body } = await call(emulator, "GET", functionPath);
  if (status !== 200) {
    return String(status);
  }
  const found = body as Record<"status" | "build_status" | "timeout", string>;
  return `${found.status} ${found.build_status} ${found.timeout}`;
}
