/** What programs, hosts and the schema must know about the properties of a resource; each resource declares it once. */
export interface Traits {
  /** The form of the ID that `pulumi import` takes, with an example, and the properties that it is made of. */
  id?: { form: string; example: string; parts: readonly string[] };
  /** Arguments that are also outputs, with their defaults filled in. */
  returned: readonly string[];
  /** Outputs that the arguments do not always give, each with the arguments whose change may change it, or "any". */
  computed: Record<string, readonly string[] | "any">;
  /** Arguments whose change replaces the object. */
  replacedBy: readonly string[];
  /** The argument that adopts an existing object. */
  adoptedBy?: string;
  /** The argument that limits how long an operation waits for the platform. */
  timeLimit?: string;
  /** For each list of objects, the paths to the name of an entry; the first one present counts. */
  entryNames?: Record<string, readonly string[]>;
  /** For each list of strings without a meaningful order, its possible members in canonical order. */
  sets?: Record<string, readonly string[]>;
  /** Paths that are always secret, with `*` for any list entry. The platform never returns them. */
  credentials?: readonly string[];
  /**
   * For each credential that can be named: the path of its value, with the path of its name; `*` is any entry of a
   * list, or any key of a map.
   */
  namedBy?: Readonly<Record<string, string>>;
  /** Maps whose values may be secret. Undeclared entries are drift, and returned by a read. */
  secretMaps?: readonly string[];
  /** Arguments that are treated as secret while the program does not declare them, as after an import or a `get`. */
  secretIfUndeclared?: readonly string[];
  /** Texts that may contain logins, such as that of a registry. The platform's messages are shown without them. */
  loginsIn?: readonly string[];
  /** Outputs that hold messages from the platform, which may quote what was sent to it. */
  quoting?: readonly string[];
  /** Arguments that take the path of a file, each with the argument that takes the file's text instead. */
  textFiles?: Record<string, string>;
  /** What to write instead of a deprecated argument. */
  deprecated?: Record<string, string>;
}

/** For properties that belong to no resource. */
export const noTraits: Traits = { returned: [], computed: {}, replacedBy: [] };

const stepsByPattern = new Map<string, readonly string[]>();

/** The steps of one of the paths above. Each of these few is split only once, because every operation needs them. */
export function splitPattern(pattern: string): readonly string[] {
  const steps = stepsByPattern.get(pattern) ?? pattern.split(".");
  stepsByPattern.set(pattern, steps);
  return steps;
}
