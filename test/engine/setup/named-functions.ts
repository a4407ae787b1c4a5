import { collection, pathOf } from "./functions";
import type { TestStack } from "./test-stack";

/** The request that creates the function of that name, for a fault. */
export const creationOf = (name: string) => ({ method: "POST", path: collection, body: { name } }) as const;

/** The request that updates the function of that name, for a fault. */
export const updateOf = (name: string) => ({ method: "PATCH", path: pathOf(name) }) as const;

/** The request that deletes the function of that name, for a fault. */
export const deletionOf = (name: string) => ({ method: "DELETE", path: pathOf(name) }) as const;

/** Requests that changed that function, or tried to: "PATCH 200". */
export function changesOf({ emulator }: TestStack, name: string): string[] {
  const own = emulator
    .requests()
    .filter(({ method, path, body }) =>
      method === "POST"
        ? path === collection && (body as { name?: string }).name === name
        : method !== "GET" && path === pathOf(name),
    );
  return own.map(({ method, status }) => `${method} ${status ?? "no answer"}`);
}

/** The option that limits an operation to the resources of those names. */
export async function only(stack: TestStack, ...names: string[]): Promise<{ target: string[] }> {
  const resources = await stack.resources();
  return { target: resources.map(({ urn }) => urn).filter((urn) => names.includes(urn.split("::").at(-1)!)) };
}
