import { readCredential, type CredentialReading, type CredentialSource } from "../config/credential-source";
import { toCanonicalJson, type JsonObject } from "../values/json";
import { Fingerprints, fingerprintsProperty } from "./fingerprints";
import type { Failure } from "./handler";
import { findNamed } from "./named-credentials";
import type { Traits } from "./traits";

/** A named credential is needed and cannot be read; nothing was sent. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/** The values behind the names that an operation meets. Each is read once, so that all of it works with the same. */
export class CredentialValues {
  private readonly readings = new Map<string, CredentialReading>();

  /** @param stored The fingerprints of values that were sent before. */
  constructor(private readonly stored: readonly Fingerprints[] = []) {}

  /** Reads a value, or says why that is not possible. */
  read(source: CredentialSource): CredentialReading {
    const key = toCanonicalJson(source);
    const reading = this.readings.get(key) ?? readCredential(source);
    this.readings.set(key, reading);
    return reading;
  }

  /** Reads all values that arguments and states name, as far as they can be read. */
  static readAll(given: readonly JsonObject[], traits: Traits): CredentialValues {
    const written = given.filter((own) => fingerprintsProperty in own);
    const values = new CredentialValues(written.map((own) => Fingerprints.parse(own[fingerprintsProperty])));
    given.flatMap((own) => findNamed(own, traits)).forEach(({ source }) => source && values.read(source));
    return values;
  }

  /** Whether a word is a value that was sent before. */
  recognizes(word: string): boolean {
    return this.stored.some((fingerprints) => fingerprints.recognizes(word));
  }

  /** The values that were read, which no text may show. */
  collectSecrets(): string[] {
    return [...this.readings.values()].flatMap((reading) => ("value" in reading ? [reading.value] : []));
  }
}

/** What is wrong with the values behind names. */
export interface CredentialFindings {
  /** Values that break a rule of their format. */
  failures: Failure[];
  /** Values that cannot be read. */
  unread: Failure[];
}
