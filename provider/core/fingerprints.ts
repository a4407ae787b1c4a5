import { createHmac, randomBytes } from "node:crypto";

/** The property of a state that holds fingerprints of the credentials given as `{ env }` or `{ file }`. */
export const fingerprintsProperty = "fingerprints";

/** Stored instead of a fingerprint if a read found no value on the platform. */
const missing = "missing";

/** Each earlier value takes about 50 bytes of the state. */
const maxEarlier = 200;

/** `key` is the random key of the hashes. `known` and `sent` hold fingerprints by credential. */
interface StoredFingerprints {
  key: string;
  /** The values that the platform has, as far as they are known. */
  known: Record<string, string>;
  /** If a refresh has found something else on the platform: what was sent last, or `null` if that is not known. */
  sent?: Record<string, string | null>;
  /** Other values that the platform had, or may have received: its messages may still quote them. */
  earlier?: string[];
}

export type SealedOperation = "change" | "failure" | "refresh";

/**
 * In place of the values of `{ env }` and `{ file }`, the state has fingerprints: hashes with a random key for each
 * resource. They show whether a value has changed, and help to find it in a text from the platform. Whoever can decrypt
 * the state can still guess a weak value.
 */
export class Fingerprints {
  /** All fingerprints, those of earlier values first: if there are too many, the first ones are forgotten. */
  private readonly all: ReadonlySet<string>;
  /** The lengths of the values, in UTF-16 code units. */
  readonly lengths: ReadonlySet<number>;

  private constructor(private readonly stored: StoredFingerprints) {
    const { known, sent = {}, earlier = [] } = stored;
    const all = [...earlier, ...Object.values(known), ...Object.values(sent)].filter((text) => text !== null);
    this.all = new Set(all.filter((text) => text !== missing));
    this.lengths = new Set([...this.all].map((fingerprint) => parseInt(fingerprint, 10)));
  }

  /** Anything unreadable gives an empty set with a new key. */
  static parse(text: unknown): Fingerprints {
    if (typeof text === "string") {
      try {
        return new Fingerprints(JSON.parse(text) as StoredFingerprints);
      } catch {
        // The parser's error is dropped, because it would quote the text, which is a secret.
      }
    }
    return new Fingerprints({ key: randomBytes(32).toString("base64"), known: {} });
  }

  format(): string | undefined {
    const isEmpty = Object.keys(this.stored.known).length + this.all.size === 0;
    return isEmpty ? undefined : JSON.stringify(this.stored);
  }

  recognizes(text: string): boolean {
    return this.lengths.has(text.length) && this.all.has(this.compute(text));
  }

  /** Whether it is known which value, if any, the platform has. */
  has(credential: string): boolean {
    return this.stored.known[credential] !== undefined;
  }

  isConfirmed(credential: string, value: unknown): boolean {
    return typeof value === "string" && this.compute(value) === this.stored.known[credential];
  }

  /** Assumes the same `{ env }` or `{ file }`. Without `value`, the value sent last counts as the current one. */
  explainChange(credential: string, value: string | undefined, origin: string): string | undefined {
    const found = this.stored.known[credential];
    if (found === undefined) {
      return "is sent again: it is not known whether the platform has it";
    }
    const sent = this.findSent(credential);
    const last = sent ?? found;
    const now = value === undefined ? last : this.compute(value);
    if (now === found && now === last) {
      return undefined;
    }
    if (sent !== undefined && sent !== now) {
      return `changes: the value of ${origin} differs from the one sent last`;
    }
    const resending = `the value of ${origin} is sent again`;
    if (found === missing) {
      return `is missing on the platform; ${resending}`;
    }
    // If it is not known what was sent last, the text cannot say that somebody else has changed the value.
    return sent === undefined
      ? `has another value on the platform; ${resending}`
      : `was changed on the platform since the last \`pulumi up\`; ${resending}`;
  }

  /**
   * `leaves` maps each credential to its value in the new state: an `Unknown` if the platform hides it, undefined if
   * there is none. `read` has the values that were read from variables and files.
   * - After a change, the platform has every value in `leaves`.
   * - After a failure, a fingerprint stays only if the state still has the same value. All other credentials are sent
   *   again. The values in `read` may have arrived, and texts may quote them, so they are remembered.
   * - After a refresh, a value that the platform hides keeps its fingerprint.
   */
  updateAfter(
    operation: SealedOperation,
    leaves: ReadonlyMap<string, unknown>,
    read: readonly string[] = [],
  ): Fingerprints {
    const known: Record<string, string> = {};
    const sent: Record<string, string | null> = {};
    for (const [credential, leaf] of [...leaves].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const before = this.stored.known[credential];
      const now = typeof leaf === "string" ? this.compute(leaf) : undefined;
      const refreshed = now ?? (leaf ? before : missing);
      const found = { change: now, failure: now === before ? now : undefined, refresh: refreshed }[operation];
      const last = this.findSent(credential) ?? null;
      if (found !== undefined) {
        known[credential] = found;
      }
      if (operation === "refresh" && found !== undefined && last !== found) {
        sent[credential] = last;
      }
    }
    const current = new Set(Object.values(known));
    const unconfirmed = operation === "failure" ? read.map((value) => this.compute(value)) : [];
    const earlier = [...new Set([...this.all, ...unconfirmed])].filter((fingerprint) => !current.has(fingerprint));
    return new Fingerprints({
      key: this.stored.key,
      known,
      ...(Object.keys(sent).length > 0 && { sent }),
      ...(earlier.length > 0 && { earlier: earlier.slice(-maxEarlier) }),
    });
  }

  /** Without an entry in `sent`, the platform has what was sent last. */
  private findSent(credential: string): string | undefined {
    const { known, sent = {} } = this.stored;
    const found = known[credential];
    const last = sent[credential];
    return last === undefined && found !== missing ? found : (last ?? undefined);
  }

  /** The result begins with the length of the value, so that a search knows which parts of a text to hash. */
  private compute(value: string): string {
    const hash = createHmac("sha256", Buffer.from(this.stored.key, "base64")).update(value).digest("base64");
    return `${value.length}:${hash}`;
  }
}
