/** A Pulumi command-line tool that runs dynamic providers and YAML programs. */
export interface Engine {
  /** Folder that holds `bin/pulumi`. */
  readonly root: string;
  /** Without a leading `v`. */
  readonly version: string;
}

/** The languages of the programs in tests. */
export type Language = "yaml" | "python" | "go" | "nodejs";

/** Takes one-line messages about what is being done. */
export type Say = (line: string) => void;
