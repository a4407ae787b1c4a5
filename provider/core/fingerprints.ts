import { createHmac, randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject } from "../values/json";

/** The property of a state with the fingerprints of its named credentials: one text, always a secret. */
export const fingerprintsProperty = "fingerprints";

/** In place of the fingerprint of a credential that the platform has been read not to have. */
export const missing = "missing";

/** Fingerprints by the key of the credential. */
type ByCredential<Fingerprint> = ReadonlyMap<string, Fingerprint>;

/**
 * What the state keeps of named credentials: enough to see that a value has changed, and not the value. Each value is
 * hashed with a random key that only this resource has, so equal values of two resources do not look equal. Whoever can
 * decrypt the state can still try out values, so a weak one can be guessed.
 */
export class Fingerprints {
  private constructor(
    private readonly key: string,
    /** Of what the platform has. */
    private readonly known: ByCredential<string>,
    /** Of what was sent last, where the platform has been read to have something else; null if that is not known. */
    private readonly sent: ByCredential<string | null>,
  ) {}

  /** Creates an empty set with a new key. */
  static create(): Fingerprints {
    return new Fingerprints(randomBytes(32).toString("base64"), new Map(), new Map());
  }

  /** Parses what `format` wrote; anything else gives an empty set. */
  static parse(text: unknown): Fingerprints {
    const { key, known, sent = {} } = parseObject(text);
    if (typeof key !== "string" || !isJsonObject(known) || !isJsonObject(sent)) {
      return Fingerprints.create();
    }
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
    const isTextOrNull = (entry: [string, unknown]): entry is [string, string | null] =>
      entry[1] === null || isText(entry);
    return new Fingerprints(
      key,
      new Map(Object.entries(known).filter(isText)),
      new Map(Object.entries(sent).filter(isTextOrNull)),
    );
  }

  /** The text to store; undefined without any credential. */
  format(): string | undefined {
    return this.known.size === 0
      ? undefined
      : JSON.stringify({
          key: this.key,
          known: toSortedObject(this.known),
          ...(this.sent.size > 0 && { sent: toSortedObject(this.sent) }),
        });
  }

  /** The fingerprint of any value. */
  compute(value: string): string {
    return createHmac("sha256", Buffer.from(this.key, "base64")).update(value).digest("base64");
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
    return this.known.size > 0 && [...this.known.values(), ...this.sent.values()].includes(this.compute(text));
  }

  /** The same key, with credentials that were sent and have arrived. */
  withKnown(known: ByCredential<string>): Fingerprints {
    return new Fingerprints(this.key, known, new Map());
  }

  /** The same key, with credentials as they were read. What was sent last stays the same. */
  withRead(known: ByCredential<string>): Fingerprints {
    const sent = [...known.keys()].map((credential) => [credential, this.findSent(credential) ?? null] as const);
    return new Fingerprints(
      this.key,
      known,
      new Map(sent.filter(([credential, own]) => own !== known.get(credential))),
    );
  }
}

function toSortedObject(fingerprints: ByCredential<string | null>): JsonObject {
  return Object.fromEntries([...fingerprints].sort());
}

function parseObject(text: unknown): JsonObject {
  try {
    const parsed: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
