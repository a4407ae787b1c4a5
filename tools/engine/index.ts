import { buildFromModules } from "./build";
import { findEngine, findMissing } from "./find";
import * as generators from "./generators";
import { installOfficial } from "./install";
import type { Engine, Language, Say } from "./engine";
import { ENGINE, GO_MINIMUM, MINIMUM, YAML_HOST } from "./versions";

export { engineEnvironment, workspaceOptions } from "./environment";
export { findEngine } from "./find";
export { findLanguageHost } from "./host";
export type { Engine, Language, Say } from "./engine";

const WHAT_TO_INSTALL = `install the official Pulumi CLI ${MINIMUM} or newer, or Go ${GO_MINIMUM} or newer, and start again.`;

/** As `findEngine`; where there is none, installs or builds it. Rejects with one sentence that says what to install. */
export async function ensureEngine(say: Say = () => {}): Promise<Engine> {
  const found = findEngine(say);
  if (found) {
    return found;
  }
  // An installation replaces the engine that is there; Go only builds what is missing.
  const ways = findMissing().includes(ENGINE)
    ? [installOfficial, buildFromModules]
    : [buildFromModules, installOfficial];
  for (const obtain of ways) {
    const engine = (await obtain(say)) ? findEngine(say) : undefined;
    if (engine) {
      return engine;
    }
  }
  const [executable] = findMissing();
  throw new Error(
    executable === YAML_HOST
      ? `No ${YAML_HOST.name}, which runs YAML programs, could be had: ${WHAT_TO_INSTALL}`
      : `No Pulumi engine could be had: ${WHAT_TO_INSTALL}`,
  );
}

/**
 * What to add to `engineEnvironment`, so that the engine finds what makes SDKs for these languages: where there is no
 * official host, the same published generator, built with Go.
 */
export const generatorEnvironment: (engine: Engine, languages: readonly Language[]) => Promise<Record<string, string>> =
  generators.generatorEnvironment;
