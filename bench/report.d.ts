/** One provider's groups, taken through all operations once. */
export interface Life {
  provider: string;
  /** By operation. */
  seconds: Record<string, number>;
  /** By operation, for each resource. */
  requests: Record<string, number>;
  /** Of one resource. */
  stateBytes: number;
}

/** What was measured. */
export interface Recorded {
  environment: { date: string; engine: string; sdk: string; node: string; cores: number };
  /** In each run a life of each provider. */
  parts: { resources: number; latency: number; runs: Life[][] }[];
  /** Milliseconds of the program alone, by provider. */
  programs: { resources: number; runs: Record<string, number>[] }[];
}

/** What was measured, as Markdown. */
export function markdown(record: Recorded): string;
