import { spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT } from "../paths";
import { GO_MINIMUM } from "./versions";

/** A module of its own: what it needs must not decide with what the engine is built. */
const MODULE = path.join(ROOT, "tools", "engine", "programs");

/**
 * Translates the YAML programs of a folder into other languages, as `pulumi convert` does. Built with Go, which takes
 * minutes the first time.
 *
 * @param schema The package schema as JSON.
 * @returns Programs by the name of the file and by language.
 */
export function translatePrograms(schema: string, folder: string): Record<string, Record<string, string>> {
  const { error, status, stdout } = spawnSync("go", ["run", "-mod=readonly", ".", folder], {
    cwd: MODULE,
    encoding: "utf8",
    env: { ...process.env, GOWORK: "off" },
    input: schema,
    maxBuffer: Infinity,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (error && "code" in error && error.code === "ENOENT") {
    throw new Error(`The examples are translated with Go ${GO_MINIMUM} or newer, which is not installed`);
  }
  if (status !== 0) {
    throw new Error(`The examples in ${folder} could not be translated; Go says above why`, { cause: error });
  }
  return JSON.parse(stdout) as Record<string, Record<string, string>>;
}
