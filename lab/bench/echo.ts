import type { dynamic } from "@pulumi/pulumi";

let created = 0;

/** The reference: a provider that only returns its inputs as outputs. */
export const Echo: dynamic.ResourceProvider = {
  check: (_olds: unknown, news: object) => Promise.resolve({ inputs: news }),
  diff: () => Promise.resolve({ changes: false }),
  create: (inputs: object) => Promise.resolve({ id: String(++created), outs: inputs }),
  delete: () => Promise.resolve(),
};
