/** Properties of a stream that depend on each other. */
interface StreamState {
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

const isTranscoding = ({ live, backup_live }: StreamState): boolean => live || backup_live;

/** States that a stream cannot be in (contract 2.5). */
const rules: readonly (Problem & { readonly breaks: (stream: StreamState) => boolean })[] = [
  { path: ["uri"], message: "a stream that is pulled needs it", breaks: ({ pull, uri }) => pull && uri === null },
  { path: ["uri"], message: "only a stream that is pulled has it", breaks: ({ pull, uri }) => !pull && uri !== null },
  { path: ["live"], message: "a stream that is off is not live", breaks: (s) => !s.active && isTranscoding(s) },
  { path: ["backup_live"], message: "concerns PUSH only", breaks: ({ pull, backup_live }) => pull && backup_live },
  {
    path: ["stream_source_type"],
    message: "is null when transcoding is inactive, and only then",
    breaks: (s) => isTranscoding(s) === (s.stream_source_type === null),
  },
];

/** Returns all contradictions of a seeded stream. */
export function findContradictions(stream: StreamState): { path: string[]; message: string }[] {
  // Copied, because zod changes the path.
  return rules.filter(({ breaks }) => breaks(stream)).map(({ path, message }) => ({ path: [...path], message }));
}
