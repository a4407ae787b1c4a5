import type { LocalWorkspaceOptions } from "@pulumi/pulumi/automation";

/** A Pulumi command-line tool that runs dynamic providers and YAML programs. */
export interface Engine {
  /** Folder that holds `bin/pulumi`. */
  root: string;
  /** Without a leading `v`. */
  version: string;
}

/** Takes one-line messages about what is being done. */
export type Say = (line: string) => void;

/** Looks on PATH, then below `$PULUMI_HOME/versions`; changes nothing outside `.work/`. */
export function findEngine(say?: Say): Engine | undefined;

/** As `findEngine`; where there is none, installs or builds it. Rejects with one sentence that says what to install. */
export function ensureEngine(say?: Say): Promise<Engine>;

/**
 * What runs programs of that language on this engine, and one line that says whether it is there. `ensureEngine` sees to
 * it for YAML; for the other languages it is there where the user has it, beside the engine or on PATH.
 */
export function findLanguageHost(engine: Engine, language: "yaml" | "python" | "go", say?: Say): string | undefined;

/** The languages whose SDKs `pulumi package gen-sdk` can make with `generatorEnvironment`. */
export function generatedLanguages(engine: Engine): string[];

/**
 * What to add to `engineEnvironment`, so that the engine finds what makes SDKs: where there is no official language
 * host, the same published generator, built with Go.
 */
export function generatorEnvironment(engine: Engine): Promise<Record<string, string>>;

/** The environment of every run: nothing of the user's login, plugins or stacks is read or written. */
export function engineEnvironment(options: { stateFolder: string }): Record<string, string>;

/**
 * Options for `LocalWorkspace` and its `createStack`: project in `<folder>/project`, state in `<folder>/state`.
 * `folder` must lie inside this repository, or the host does not find the provider's code.
 */
export function workspaceOptions(
  engine: Engine,
  folder: string,
): Promise<LocalWorkspaceOptions & Required<Pick<LocalWorkspaceOptions, "workDir" | "envVars" | "pulumiCommand">>>;
