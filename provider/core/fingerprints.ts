import { createHmac, randomBytes } from "node:crypto";

/** The state property with the fingerprints of named credentials: one text, always a secret. */
export const fingerprintsProperty = "fingerprints";

/** Stored instead of a fingerprint if a read found no value on the platform. */
const missing = "missing";

/** The maximum number of earlier values to remember. Each takes some 50 bytes of the state. */
const maxEarlier = 200;

/** The stored form. `key` is the random key for hashing; `known` and `sent` are keyed by credential. */
interface StoredFingerprints {
  key: string;
  /** What the platform has. */
  known: Record<string, string>;
  /** What was sent last, if a read has found another value since; null if it is not known what was sent. */
  sent?: Record<string, string | null>;
  /** Earlier values, which texts from the platform may still quote. */
  earlier?: string[];
}

/** The kind of operation after which a state is sealed; it decides what the values in the state prove. */
export type SealedOperation = "change" | "failure" | "refresh";

/**
 * What the state keeps instead of the values of named credentials: enough to see that a value has changed, and to find
 * it in a text from the platform. Each value is hashed with a random key that only this resource has, so equal values
 * of two resources do not look equal. Whoever can decrypt the state can still try out values, so a weak one can be
 * guessed.
 */
export class Fingerprints {
  /** In order of age, so that the oldest are forgotten first. */
  private readonly all: ReadonlySet<string>;
  /** The lengths of all values, in UTF-16 code units. */
  readonly lengths: ReadonlySet<number>;

  private constructor(private readonly stored: StoredFingerprints) {
    const { known, sent = {}, earlier = [] } = stored;
    const all = [...earlier, ...Object.values(known), ...Object.values(sent)].filter((text) => text !== null);
    this.all = new Set(all.filter((text) => text !== missing));
    this.lengths = new Set([...this.all].map((fingerprint) => parseInt(fingerprint, 10)));
  }

  /** Parses what `format` wrote; anything else gives an empty set with a new key. */
  static parse(text: unknown): Fingerprints {
    if (typeof text === "string") {
      try {
        return new Fingerprints(JSON.parse(text) as StoredFingerprints);
      } catch {
        // The parser's error would quote the text, which is a secret.
      }
    }
    return new Fingerprints({ key: randomBytes(32).toString("base64"), known: {} });
  }

  /** The text to store; undefined if there is nothing to remember. */
  format(): string | undefined {
    const isEmpty = Object.keys(this.stored.known).length + this.all.size === 0;
    return isEmpty ? undefined : JSON.stringify(this.stored);
  }

  /** Whether a text is one of the values, including earlier ones. */
  recognizes(text: string): boolean {
    return this.lengths.has(text.length) && this.all.has(this.compute(text));
  }

  /** Whether it is known what the platform has for a credential. */
  has(credential: string): boolean {
    return this.stored.known[credential] !== undefined;
  }

  /** Whether the platform is known to have this value. */
  isConfirmed(credential: string, value: unknown): boolean {
    return typeof value === "string" && this.compute(value) === this.stored.known[credential];
  }

  /**
   * Why a credential is sent although its name is the same, as a clause; undefined if it need not be sent. The current
   * value is compared with the one on the platform and the one sent last, which differ if somebody else has changed it.
   * Without a `value`, the current one counts as the one sent last.
   */
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
    // Without knowing what was sent last, nobody can say who has changed it.
    return sent === undefined
      ? `has another value on the platform; ${resending}`
      : `was changed on the platform since the last \`pulumi up\`; ${resending}`;
  }

  /**
   * The fingerprints after an operation, computed from `leaves`: the values in its state, by credential. After a
   * change, the platform has what was sent. After a failure, a fingerprint stays only if its value is still the same,
   * so that all others are sent again; the values that were `read` may have arrived, so texts may quote them. If a
   * refresh cannot see a value, because the platform hides it, the fingerprint stays.
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

  /** The fingerprint of the last value that was sent and arrived; undefined if that is not known. */
  private findSent(credential: string): string | undefined {
    const { known, sent = {} } = this.stored;
    const found = known[credential];
    const last = sent[credential];
    return last === undefined && found !== missing ? found : (last ?? undefined);
  }

  /** Begins with the length of the value, so that a search knows which parts of a text to hash. */
  private compute(value: string): string {
    const hash = createHmac("sha256", Buffer.from(this.stored.key, "base64")).update(value).digest("base64");
    return `${value.length}:${hash}`;
  }
}
