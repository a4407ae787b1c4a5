import { createHmac, randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject } from "../values/json";

/** The property of a state with the fingerprints of its named credentials: one text, always a secret. */
export const fingerprintsProperty = "fingerprints";

/**
 * What the state keeps of named credentials: enough to see that a value has changed, and not the value. Each value is
 * hashed with a random key that only this resource has, so equal values of two resources do not look equal. Whoever can
 * decrypt the state can still try out values, so a weak one can be guessed.
 */
export class Fingerprints {
  private constructor(
    private readonly key: string,
    private readonly known: ReadonlyMap<string, string>,
  ) {}

  /** Creates an empty set with a new key. */
  static create(): Fingerprints {
    return new Fingerprints(randomBytes(32).toString("base64"), new Map());
  }

  /** Parses what `format` wrote; anything else gives an empty set. */
  static parse(text: unknown): Fingerprints {
    const { key, known } = parseObject(text);
    if (typeof key !== "string" || !isJsonObject(known)) {
      return Fingerprints.create();
    }
    const entries = Object.entries(known).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return new Fingerprints(key, new Map(entries));
  }

  /** The text to store; undefined without any credential. */
  format(): string | undefined {
    return this.known.size === 0
      ? undefined
      : JSON.stringify({ key: this.key, known: Object.fromEntries([...this.known].sort()) });
  }

  /** The fingerprint of any value. */
  compute(value: string): string {
    return createHmac("sha256", Buffer.from(this.key, "base64")).update(value).digest("base64");
  }

  /** The fingerprint of what the platform has for a credential; undefined if that is not known. */
  find(credential: string): string | undefined {
    return this.known.get(credential);
  }

  /** Whether a text is one of the credentials. */
  recognizes(text: string): boolean {
    return this.known.size > 0 && [...this.known.values()].includes(this.compute(text));
  }

  /** The same key, with other credentials. */
  withKnown(known: ReadonlyMap<string, string>): Fingerprints {
    return new Fingerprints(this.key, known);
  }
}

function parseObject(text: unknown): JsonObject {
  try {
    const parsed: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
