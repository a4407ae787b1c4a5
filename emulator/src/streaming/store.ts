import { addUnique, SeededStore } from "../seeded-store";
import type { Seed } from "../seed";
import type { StreamingState, ClientStatistics } from "./seed";
import type { Stream } from "./streams/schema";

interface StreamingContents {
  readonly streams: ReadonlyMap<string, Stream>;
  readonly clients: ReadonlyMap<string, ClientStatistics>;
  readonly today: string | undefined;
  readonly daysKept: number | undefined;
}

const createEmpty = (): StreamingContents => ({
  streams: new Map(),
  clients: new Map(),
  today: undefined,
  daysKept: undefined,
});

function mergeSeed(base: StreamingContents, { streams = [], vodStatistics }: Seed): StreamingContents {
  const clients = vodStatistics?.clients ?? [];
  return {
    streams: addUnique(base.streams, streams, { path: "streams", keyName: "id", keyOf: ({ id }) => String(id) }),
    clients: addUnique(base.clients, clients, {
      path: "vodStatistics.clients",
      keyName: "client",
      keyOf: ({ client }) => String(client),
    }),
    today: vodStatistics?.today ?? base.today,
    daysKept: vodStatistics?.daysKept ?? base.daysKept,
  };
}

/** Streaming's state in memory. */
export class StreamingStore extends SeededStore<StreamingContents> {
  constructor() {
    super(createEmpty, mergeSeed);
  }

  /** A copy of the state, with tokens and passphrases. */
  exportState(): StreamingState {
    return structuredClone({ streams: [...this.contents.streams.values()], vodStatistics: this.vodStatistics });
  }

  /** One stream by its ID. */
  findStream(id: number): Stream | undefined {
    return this.contents.streams.get(String(id));
  }

  /** What statistics are generated from. */
  get vodStatistics(): StreamingState["vodStatistics"] {
    const { today, daysKept, clients } = this.contents;
    return {
      ...(today !== undefined && { today }),
      ...(daysKept !== undefined && { daysKept }),
      clients: [...clients.values()],
    };
  }
}
