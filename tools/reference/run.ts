// `npm run reference [-- FOLDER]`: writes into docs/reference if no other folder is given.

import { writeReference } from "./index";

writeReference(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
