/** The properties of a stream that depend on each other. */
interface State {
  readonly active: boolean;
  readonly pull: boolean;
  readonly live: boolean;
  readonly backup_live: boolean;
  readonly uri: string | null;
  readonly stream_source_type: string | null;
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

const transcodes = ({ live, backup_live }: State): boolean => live || backup_live;

/** Contract 2.5: states that a stream cannot be in, so a seed may not ask for them. */
const rules: readonly (Problem & { readonly breaks: (stream: State) => boolean })[] = [
  { path: ["uri"], message: "a stream that is pulled needs it", breaks: ({ pull, uri }) => pull && uri === null },
  { path: ["uri"], message: "only a stream that is pulled has it", breaks: ({ pull, uri }) => !pull && uri !== null },
  { path: ["live"], message: "a stream that is off is not live", breaks: (s) => !s.active && transcodes(s) },
  { path: ["backup_live"], message: "concerns PUSH only", breaks: ({ pull, backup_live }) => pull && backup_live },
  {
    path: ["stream_source_type"],
    message: "is null when transcoding is inactive, and only then",
    breaks: (s) => transcodes(s) === (s.stream_source_type === null),
  },
];

/** Everything about a seeded stream that contradicts itself. */
export function consistencyProblems(stream: State): { path: string[]; message: string }[] {
  // A copy, because zod writes into the path it is given.
  return rules.filter(({ breaks }) => breaks(stream)).map(({ path, message }) => ({ path: [...path], message }));
}
