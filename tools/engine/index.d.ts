import type { LocalWorkspaceOptions } from "@pulumi/pulumi/automation";

/** A Pulumi command-line tool that runs dynamic providers and YAML programs. */
export interface Engine {
  /** Folder that holds `bin/pulumi`. */
  root: string;
  /** Without a leading `v`. */
  version: string;
}

/** Languages that some test has programs in. */
export type Language = "yaml" | "python" | "go" | "nodejs";

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
export function findLanguageHost(engine: Engine, language: Language, say?: Say): string | undefined;

/**
 * What to add to `engineEnvironment`, so that the engine finds what makes SDKs for these languages: where there is no
 * official host, the same published generator, built with Go.
 */
export function generatorEnvironment(engine: Engine, languages: readonly Language[]): Promise<Record<string, string>>;

/**
 * The YAML programs of a folder in other languages, by the name of the file and by language, as `pulumi convert` writes
 * them; `schema` is the package schema as JSON. Built with Go, which takes minutes the first time.
 */
export function translatePrograms(schema: string, folder: string): Record<string, Record<string, string>>;

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
