import { readFileSync } from "node:fs";
import path from "node:path";
import { serve } from "./hosts/plugin/serve";
import { cloudFunction } from "./resources/cloud-function/handler";
import { originGroup } from "./resources/origin-group/handler";
import { snapshotAttributes } from "./resources/snapshot-attributes/handler";

/** What the plugin runs. The schema stands beside the bundle, whose version it has. */
const schema = readFileSync(path.join(__dirname, "schema.json"), "utf8");
const { version } = JSON.parse(schema) as { version: string };

serve({
  version,
  schema: () => schema,
  resources: { OriginGroup: originGroup, SnapshotAttributes: snapshotAttributes, CloudFunction: cloudFunction },
});
