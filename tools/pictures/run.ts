// `npm run pictures`

import fs from "node:fs";
import path from "node:path";
import { drawPictures } from "./index";

for (const { file, svg } of drawPictures()) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, svg);
}
