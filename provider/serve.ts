import { readFileSync } from "node:fs";
import path from "node:path";
import { dataSources } from "./data/index";
import { serve } from "./hosts/plugin/serve";
import { resources } from "./resources/index";

/** What the plugin runs. The schema lies beside the bundle and has its version. */
const schema = readFileSync(path.join(__dirname, "schema.json"), "utf8");
const { version } = JSON.parse(schema) as { version: string };

void serve({ version, schema: () => schema, resources, dataSources });
