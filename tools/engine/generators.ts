import fs from "node:fs";
import path from "node:path";
import { WORK } from "../paths";
import { goBuild } from "./build";
import type { Engine, Language } from "./engine";
import { findLanguageHost } from "./host";
import { GENERATORS, fileOf } from "./versions";

const FOLDER = path.join(WORK, "generators");

/**
 * What to add to `engineEnvironment`, so that the engine finds what makes SDKs for these languages: where there is no
 * official host, the same published generator, built with Go.
 */
export async function generatorEnvironment(
  engine: Engine,
  languages: readonly Language[],
): Promise<Record<string, string>> {
  const missing = languages.filter((language) => !findLanguageHost(engine, language));
  const [first, ...others] = missing.map((language) => path.join(FOLDER, fileOf(`pulumi-language-${language}`)));
  if (first) {
    fs.rmSync(FOLDER, { recursive: true, force: true });
    fs.mkdirSync(FOLDER, { recursive: true });
    await goBuild(GENERATORS, first, () => {});
    // The program takes its language from its own name.
    others.forEach((other) => fs.linkSync(first, other));
  }
  return { PATH: [process.env.PATH, FOLDER].join(path.delimiter), PULUMI_IGNORE_AMBIENT_PLUGINS: "false" };
}
