import { readFileSync } from "node:fs";
import path from "node:path";
import { serve } from "./hosts/plugin/serve";
import { cloudFunction } from "./resources/cloud-function/handler";
import { originGroup } from "./resources/origin-group/handler";
import { snapshotAttributes } from "./resources/snapshot-attributes/handler";

const besides = (file: string) => readFileSync(path.join(__dirname, file), "utf8");

serve({
  version: (JSON.parse(besides("../package.json")) as { version: string }).version,
  schema: () => besides("../schema.json"),
  resources: { OriginGroup: originGroup, SnapshotAttributes: snapshotAttributes, CloudFunction: cloudFunction },
});
