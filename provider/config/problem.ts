/** What is wrong with the configuration. */
export interface ConfigProblem {
  /** The key that is wrong, with its namespace; undefined for a variable of the environment. */
  key?: string;
  /** What is wrong, without the key. */
  problem: string;
  /** What to do. */
  advice?: string;
}

/** The problem in one line. */
export function describeConfigProblem({ key, problem, advice }: ConfigProblem): string {
  const text = [key, problem].filter(Boolean).join(" ");
  return advice === undefined ? text : `${text}; ${advice}`;
}
