import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "../paths";

const COMPILED = path.join(ROOT, "examples", "dist") + path.sep;

/** The examples that the tour runs. */
export const EXAMPLES = ["quickstart", "functions"];

/** What the examples read from their configuration. No word of it may appear in what Pulumi prints. */
export const SECRETS = {
  s3AccessKeyId: "TOUR-ACCESS-KEY-ID",
  s3SecretAccessKey: "tour/secret+access-key",
  databaseUrl: "postgres://tour:tour-password@db.example.com/web",
};

const requireModule = createRequire(__filename);

/** The examples as one inline program. Each run loads their modules again, since loading them is what they do. */
export function runExamples(): Promise<Record<string, unknown>> {
  for (const file of Object.keys(requireModule.cache).filter((name) => name.startsWith(COMPILED))) {
    delete requireModule.cache[file];
  }
  const outputs = EXAMPLES.map((example) => requireModule(path.join(COMPILED, example, "index.js")) as object);
  return Promise.resolve(Object.assign({}, ...outputs) as Record<string, unknown>);
}
