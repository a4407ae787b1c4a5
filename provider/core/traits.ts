/** What programs, hosts and the schema must know of the properties of a resource; declared here alone. */
export interface Traits {
  /** How the ID is written that `pulumi import` takes, with an example. */
  id?: { form: string; example: string };
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
  /** For each list of texts whose order means nothing, the texts in the order in which they are listed. */
  sets?: Record<string, readonly string[]>;
  /** Paths of what is secret whether it is marked or not, with `*` for any entry of a list. The platform shows none. */
  credentials?: readonly string[];
  /** Maps of which any value may be secret. What nobody has declared in them is drift, and returned by a read. */
  secretMaps?: readonly string[];
  /** Arguments that may hold secrets where nobody has declared them, as in what is imported or only read. */
  secretIfUndeclared?: readonly string[];
  /** Texts in which logins may stand, such as that of a registry: no message repeats what looks like one. */
  loginsIn?: readonly string[];
  /** Outputs in which the platform speaks, and may quote what it was given. */
  quoting?: readonly string[];
  /** Arguments that only programs have, since they name a file there, and for each the one that takes the file's text. */
  textFiles?: Record<string, string>;
  /** What to write instead of a deprecated argument. */
  deprecated?: Record<string, string>;
}

/** Of properties that are no resource's. */
export const noTraits: Traits = { returned: [], computed: {}, replacedBy: [] };
