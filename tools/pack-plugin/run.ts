// `npm run pack:plugin`

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../paths";
import { say } from "../terminal";
import { packPlugin } from "./index";

const target = path.join(ROOT, "dist", "plugin");

fs.rmSync(target, { recursive: true, force: true });
for (const name of packPlugin({ source: path.join(ROOT, "provider", "plugin"), target })) {
  say(path.relative(ROOT, path.join(target, name)));
}
