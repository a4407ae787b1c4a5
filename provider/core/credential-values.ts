import { readCredential, type CredentialResult, type CredentialSource } from "../config/credential-source";
import { toCanonicalJson, type JsonObject } from "../values/json";
import { Fingerprints, fingerprintsProperty } from "./fingerprints";
import { findNamedCredentials } from "./named-credentials";
import type { Traits } from "./traits";

/** A named credential is needed and cannot be read; nothing was sent. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/**
 * The values of the credentials that an operation names. Each is read once, so that the whole operation uses the same
 * value.
 */
export class CredentialValues {
  private readonly results = new Map<string, CredentialResult>();

  /** @param stored The fingerprints of values that were sent before. */
  constructor(private readonly stored: readonly Fingerprints[] = []) {}

  /** Reads a value, or says why that is not possible. */
  read(source: CredentialSource): CredentialResult {
    const key = toCanonicalJson(source);
    const result = this.results.get(key) ?? readCredential(source);
    this.results.set(key, result);
    return result;
  }

  /** Reads all values that arguments and states name, as far as they can be read. */
  static readAll(given: readonly JsonObject[], traits: Traits): CredentialValues {
    const written = given.filter((properties) => fingerprintsProperty in properties);
    const values = new CredentialValues(
      written.map((properties) => Fingerprints.parse(properties[fingerprintsProperty])),
    );
    given
      .flatMap((properties) => findNamedCredentials(properties, traits))
      .forEach(({ source }) => source && values.read(source));
    return values;
  }

  /** Whether no credential is named, and none was before. */
  get areUnused(): boolean {
    return this.results.size + this.stored.length === 0;
  }

  /** The lengths of the values that were sent before. */
  get lengths(): ReadonlySet<number> {
    return new Set(this.stored.flatMap(({ lengths }) => [...lengths]));
  }

  /** Whether a text is a value that was sent before. */
  recognizes(text: string): boolean {
    return this.stored.some((fingerprints) => fingerprints.recognizes(text));
  }

  /** The values that were read, which no text may show. */
  collectSecrets(): string[] {
    return [...this.results.values()].flatMap((result) => ("value" in result ? [result.value] : []));
  }
}
