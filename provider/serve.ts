import { readFileSync } from "node:fs";
import path from "node:path";
import { writeSummary } from "./cli/summary/markdown";
import { dataSources } from "./data/index";
import { serve } from "./hosts/plugin/serve";
import { resources } from "./resources/index";

const [command, ...args] = process.argv.slice(2);

if (command === "summary") {
  // So a pipeline of a project without npm can show what a pull request changes.
  writeSummary(args).catch((error: Error) => {
    process.stderr.write(`pulumi-resource-edgecloud: ${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  serveEngine();
}

/** The schema lies beside the bundle and has its version. */
function serveEngine(): void {
  const schema = readFileSync(path.join(__dirname, "schema.json"), "utf8");
  const { version } = JSON.parse(schema) as { version: string };

  void serve({ version, schema: () => schema, resources, dataSources });
}
