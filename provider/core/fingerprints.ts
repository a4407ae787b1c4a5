import { createHmac, randomBytes } from "node:crypto";

/** The property of a state with the fingerprints of its named credentials: one text, always a secret. */
export const fingerprintsProperty = "fingerprints";

/** In place of the fingerprint of a credential that a read found missing. */
const missing = "missing";

/** How many earlier values are remembered. Each takes some 50 bytes of the state. */
const maxEarlier = 200;

/** The form in the state; each record is by the key of the credential. */
interface StoredFingerprints {
  key: string;
  /** What the platform has. */
  known: Record<string, string>;
  /** What was sent last, where a read has found another value; null if that is not known. */
  sent?: Record<string, string | null>;
  /** Values that were sent before: texts of the platform may still quote them. */
  earlier?: string[];
}

/** An operation after which the state has fingerprints anew. */
export type SealedOperation = "change" | "failure" | "refresh";

/**
 * What the state keeps of named credentials instead of their values: enough to see that a value has changed, and to find
 * it in a text of the platform. Each value is hashed with a random key that only this resource has, so equal values of two
 * resources do not look equal. Whoever can decrypt the state can still try out values, so a weak one can be guessed.
 */
export class Fingerprints {
  /** The earlier ones first. */
  private readonly all: ReadonlySet<string>;
  /** The lengths of the credentials, in UTF-16 units. */
  readonly lengths: ReadonlySet<number>;

  private constructor(private readonly stored: StoredFingerprints) {
    const { known, sent = {}, earlier = [] } = stored;
    const all = [...earlier, ...Object.values(known), ...Object.values(sent)].filter((text) => text !== null);
    this.all = new Set(all.filter((text) => text !== missing));
    this.lengths = new Set([...this.all].map((fingerprint) => parseInt(fingerprint, 10)));
  }

  /** Parses what `format` wrote; anything else gives an empty set with a new key. */
  static parse(text: unknown): Fingerprints {
    try {
      return new Fingerprints(JSON.parse(String(text)) as StoredFingerprints);
    } catch {
      // The error of the parser would quote the text, which is a secret.
      return new Fingerprints({ key: randomBytes(32).toString("base64"), known: {} });
    }
  }

  /** The text to store; undefined if there is nothing to remember. */
  format(): string | undefined {
    const isEmpty = Object.keys(this.stored.known).length + this.all.size === 0;
    return isEmpty ? undefined : JSON.stringify(this.stored);
  }

  /** Whether a text is one of the credentials. */
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
   * Why a credential is sent although its name is the same, as a clause; undefined if it is not. The value now is compared
   * with both what the platform has and what was sent last, which differ if somebody else has changed it. One that cannot
   * be read counts as the one sent last.
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
    const isSent = `the value of ${origin} is sent again`;
    if (found === missing) {
      return `is missing on the platform; ${isSent}`;
    }
    // After a failure it is not known whether somebody else has changed it.
    return sent === undefined
      ? `has another value on the platform; ${isSent}`
      : `was changed on the platform since the last \`pulumi up\`; ${isSent}`;
  }

  /**
   * What is known after an operation, from what stands in the places of the values. After a change, the platform has what
   * was sent. After a failure, only what was confirmed before and is still the same counts, so that all else is sent again;
   * of the values that were `read`, nobody knows whether they have arrived. Where a refresh shows no value, because the
   * platform hides it, the fingerprint stays.
   */
  after(operation: SealedOperation, leaves: ReadonlyMap<string, unknown>, read: readonly string[] = []): Fingerprints {
    const known: Record<string, string> = {};
    const sent: Record<string, string | null> = {};
    for (const [credential, leaf] of [...leaves].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const before = this.stored.known[credential];
      const now = typeof leaf === "string" ? this.compute(leaf) : undefined;
      const ofRefresh = now ?? (leaf ? before : missing);
      const found = { change: now, failure: now === before ? now : undefined, refresh: ofRefresh }[operation];
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

  /** What was sent last for a credential, and arrived; undefined if that is not known. */
  private findSent(credential: string): string | undefined {
    const { known, sent = {} } = this.stored;
    const found = known[credential];
    const last = sent[credential];
    return last === undefined && found !== missing ? found : (last ?? undefined);
  }

  /** Begins with the length, so that the value can be found in a text. */
  private compute(value: string): string {
    const hash = createHmac("sha256", Buffer.from(this.stored.key, "base64")).update(value).digest("base64");
    return `${value.length}:${hash}`;
  }
}
