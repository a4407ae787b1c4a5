import type { ArraySecrets } from "./array-secrets";

/**
 * Where objects among the properties hold secrets: under some names, or under any. Of those with any names a read also
 * returns what nobody has declared, since that is drift.
 */
export type SecretLeaves = Record<string, readonly string[] | "any">;

/** What programs, hosts and the schema must know of the properties of a resource; declared here alone. */
export interface Traits {
  /** Arguments that are outputs, too, with their defaults filled in. */
  returned: readonly string[];
  /**
   * Outputs that no argument gives, and for each the arguments whose change may change it: some, or
   * any.
   */
  computed: Record<string, readonly string[] | "any">;
  /** Arguments whose change needs another object. */
  replacedBy: readonly string[];
  /** The argument with which a resource adopts an existing object, and those that say which one. */
  adoptedBy?: readonly string[];
  /** For each list of objects, what identifies an entry at any position: the first of these paths that it has. */
  entryNames?: Record<string, readonly string[]>;
  /** Secrets in the entries of a list. */
  arraySecrets?: ArraySecrets;
  /** Other secrets. No error repeats a value of theirs. */
  secretLeaves?: SecretLeaves;
  /** Arguments that only programs have, since they name a file there, and for each the one that takes the file's text. */
  textFiles?: Record<string, string>;
  /** What to write instead of a deprecated argument. */
  deprecated?: Record<string, string>;
}

/** Of properties that are no resource's. */
export const noTraits: Traits = { returned: [], computed: {}, replacedBy: [] };
