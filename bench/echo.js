"use strict";

let created = 0;

/** The reference: a provider that does nothing but answer its inputs as outputs. */
exports.Echo = {
  check: async (_olds, news) => ({ inputs: news }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => ({ id: String(++created), outs: inputs }),
  delete: async () => {},
};
