import { createHmac, randomBytes } from "node:crypto";

/** The property of a state with the fingerprints of its named credentials: one text, always a secret. */
export const fingerprintsProperty = "fingerprints";

/** Marks a credential that a read found missing. */
export const missing = "missing";

/** How many earlier values are remembered. Each takes some 50 bytes of the state. */
const maxEarlier = 200;

/** The form in the state. */
interface StoredFingerprints {
  key: string;
  known: Record<string, string>;
  sent?: Record<string, string | null>;
  earlier?: string[];
}

/** Fingerprints by the key of the credential. */
type ByCredential<Fingerprint> = ReadonlyMap<string, Fingerprint>;

/**
 * What the state keeps of named credentials instead of their values: enough to see that a value has changed, and to find
 * it in a text of the platform. Each value is hashed with a random key that only this resource has, so equal values of two
 * resources do not look equal. Whoever can decrypt the state can still try out values, so a weak one can be guessed.
 */
export class Fingerprints {
  /** All of them, the earlier ones first. */
  private readonly all: ReadonlySet<string>;
  /** The lengths of the credentials, in UTF-16 units. */
  readonly lengths: ReadonlySet<number>;

  private constructor(
    private readonly key: string,
    /** What the platform has. */
    private readonly known: ByCredential<string>,
    /** What was sent last, where a read has found another value; null if that is not known. */
    private readonly sent: ByCredential<string | null>,
    /** Values that were sent before: texts of the platform may still quote them. */
    private readonly earlier: readonly string[],
  ) {
    const isValue = (text: string | null): text is string => text !== null && text !== missing;
    const all = [...earlier, ...known.values(), ...sent.values()].filter(isValue);
    this.all = new Set(all);
    this.lengths = new Set(all.map((fingerprint) => parseInt(fingerprint, 10)));
  }

  /** Creates an empty set with a new key. */
  static create(): Fingerprints {
    return new Fingerprints(randomBytes(32).toString("base64"), new Map(), new Map(), []);
  }

  /** Parses what `format` wrote; anything else gives an empty set. */
  static parse(text: unknown): Fingerprints {
    try {
      const { key, known, sent = {}, earlier = [] } = JSON.parse(String(text)) as StoredFingerprints;
      return new Fingerprints(key, new Map(Object.entries(known)), new Map(Object.entries(sent)), earlier);
    } catch {
      // The error of the parser would quote the text, which is a secret.
      return Fingerprints.create();
    }
  }

  /** The text to store; undefined if there is nothing to remember. */
  format(): string | undefined {
    return this.known.size + this.all.size === 0
      ? undefined
      : JSON.stringify({
          key: this.key,
          known: toSortedObject(this.known),
          ...(this.sent.size > 0 && { sent: toSortedObject(this.sent) }),
          ...(this.earlier.length > 0 && { earlier: this.earlier }),
        });
  }

  /** The fingerprint of any value, with its length, so that the value can be found in a text. */
  compute(value: string): string {
    const hash = createHmac("sha256", Buffer.from(this.key, "base64")).update(value).digest("base64");
    return `${value.length}:${hash}`;
  }

  /** The fingerprint of what the platform has for a credential, or `missing`; undefined if that is not known. */
  find(credential: string): string | undefined {
    return this.known.get(credential);
  }

  /** The fingerprint of what was sent last for a credential, and arrived; undefined if that is not known. */
  findSent(credential: string): string | undefined {
    const found = this.find(credential);
    const sent = this.sent.get(credential);
    return sent === undefined && found !== missing ? found : (sent ?? undefined);
  }

  /** Whether a text is one of the credentials. */
  recognizes(text: string): boolean {
    return this.lengths.has(text.length) && this.all.has(this.compute(text));
  }

  /** The same key, with credentials that were sent and have arrived, and with those of which that is not known. */
  withKnown(known: ByCredential<string>, unconfirmed: readonly string[] = []): Fingerprints {
    return new Fingerprints(this.key, known, new Map(), this.listEarlier(known, unconfirmed));
  }

  /** The same key, with credentials as they were read. What was sent last stays the same. */
  withRead(known: ByCredential<string>): Fingerprints {
    const sent = [...known.keys()].map((credential) => [credential, this.findSent(credential) ?? null] as const);
    return new Fingerprints(
      this.key,
      known,
      new Map(sent.filter(([credential, own]) => own !== known.get(credential))),
      this.listEarlier(known),
    );
  }

  private listEarlier(known: ByCredential<string>, more: readonly string[] = []): string[] {
    const current = new Set(known.values());
    const others = [...new Set([...this.all, ...more])].filter((fingerprint) => !current.has(fingerprint));
    return others.slice(-maxEarlier);
  }
}

function toSortedObject(fingerprints: ByCredential<string | null>): Record<string, string | null> {
  return Object.fromEntries([...fingerprints].sort());
}
