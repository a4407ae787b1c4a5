/** What the program, the provider and the package's schema must know about the properties of a resource type. */
export interface Traits {
  /** The form of the ID that `pulumi import` takes, with an example, and the properties that make up the ID. */
  id?: { form: string; example: string; parts: readonly string[] };
  /** Arguments that are also outputs, with their defaults filled in. */
  returned: readonly string[];
  /** Outputs that do not always come from an argument, each with the arguments that may change it; "any" means all. */
  computed: Record<string, readonly string[] | "any">;
  /** Arguments whose change replaces the resource. */
  replacedBy: readonly string[];
  /** The argument that adopts an existing object. */
  adoptedBy?: string;
  /** The argument that limits how long an operation waits for the platform. */
  timeLimit?: string;
  /** For each list of objects, the paths to the name of an entry; the first path that leads to a string counts. */
  entryNames?: Record<string, readonly string[]>;
  /** For each list of strings without a meaningful order, its possible members in canonical order. */
  sets?: Record<string, readonly string[]>;
  /** Paths of values that are always secret. The platform masks or omits them. `*` is any list entry or map key. */
  credentials?: readonly string[];
  /** Paths of values that an environment variable or file can hold, each with the path where that source is named. */
  namedBy?: Readonly<Record<string, string>>;
  /** Maps whose values may be secret. If a map is declared, a read returns all its entries, to show drift. */
  secretMaps?: readonly string[];
  /** Arguments that count as secret while the program does not declare them, for instance after an import. */
  secretIfUndeclared?: readonly string[];
  /** Arguments that may contain logins or tokens, which are masked in the platform's messages. */
  loginsIn?: readonly string[];
  /** Outputs with messages from the platform, which may quote what was sent. Secrets in them are masked. */
  quoting?: readonly string[];
  /** Arguments that take the path of a file, each with the argument that takes the file's text instead. */
  textFiles?: Record<string, string>;
  /** The deprecated arguments, each with what to write instead. */
  deprecated?: Record<string, string>;
}

/** The traits of properties that belong to no resource, such as the arguments of a data source. */
export const noTraits: Traits = { returned: [], computed: {}, replacedBy: [] };

const stepsByPattern = new Map<string, readonly string[]>();

/** Cached, because every operation splits the same few paths. */
export function splitPattern(pattern: string): readonly string[] {
  const steps = stepsByPattern.get(pattern) ?? pattern.split(".");
  stepsByPattern.set(pattern, steps);
  return steps;
}
