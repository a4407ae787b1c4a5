import { buildFromModules } from "./build";
import type { Engine, Say } from "./engine";
import { findEngine, findMissing } from "./find";
import { installOfficial } from "./install";
import { ENGINE, GO_MINIMUM, MINIMUM, YAML_HOST } from "./versions";

export { buildOldest } from "./build";
export type { Engine, Language, Say } from "./engine";
export { engineEnvironment, workspaceOptions } from "./environment";
export { findEngine } from "./find";
export { generatorEnvironment } from "./generators";
export { findLanguageHost } from "./host";
export { translatePrograms } from "./programs";
export { forgetUserSettings } from "./user-settings";

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
      ? `No ${YAML_HOST.name}, which runs YAML programs, is available: ${WHAT_TO_INSTALL}`
      : `No Pulumi engine is available: ${WHAT_TO_INSTALL}`,
  );
}
