import { describeCredentialSource } from "../config/credential-source";
import { formatPropertyPath } from "./check";
import type { CredentialValues } from "./credential-values";
import { missing, type Fingerprints } from "./fingerprints";
import type { NamedCredential } from "./named-credentials";

/**
 * Finds what changes behind the names of credentials. The fingerprint of a value now is compared with both that of what
 * the platform has and that of what was sent last, which differ if somebody else has changed it.
 */
export class CredentialChanges {
  /** @param credentials The values now; without them, only changes by somebody else are found. */
  constructor(
    private readonly fingerprints: Fingerprints,
    private readonly credentials: CredentialValues | undefined,
  ) {}

  has(credential: NamedCredential): boolean {
    const { key } = credential;
    const now = this.computeNow(credential);
    return now === undefined || this.fingerprints.find(key) !== now || this.findLast(key) !== now;
  }

  /** Why a credential is sent although its name is the same; undefined if the unfinished operation explains it. */
  explain(credential: NamedCredential, isUnfinished: boolean): string | undefined {
    const { valuePath, entry, source, key } = credential;
    const place = `${formatPropertyPath(valuePath)}${entry === undefined ? "" : ` of ${JSON.stringify(entry)}`}`;
    const origin = source ? describeCredentialSource(source) : "its source";
    const [found, sent] = [this.fingerprints.find(key), this.fingerprints.findSent(key)];
    if (found === undefined) {
      return isUnfinished ? undefined : `${place} is sent again: it is not known whether the platform has it`;
    }
    if (sent !== undefined && sent !== this.computeNow(credential)) {
      return `${place} changes: the value of ${origin} differs from the one sent last`;
    }
    const isSent = `the value of ${origin} is sent again`;
    if (found === missing) {
      return `${place} is missing on the platform; ${isSent}`;
    }
    // After a failure it is not known whether somebody else has changed it.
    return sent === undefined
      ? `${place} has another value on the platform; ${isSent}`
      : `${place} was changed on the platform since the last \`pulumi up\`; ${isSent}`;
  }

  /** The fingerprint of the value now. One that cannot be read counts as the one sent last. */
  private computeNow({ key, source }: NamedCredential): string | undefined {
    const reading = source && this.credentials?.read(source);
    return reading && "value" in reading ? this.fingerprints.compute(reading.value) : this.findLast(key);
  }

  /** What was sent last, or else what the platform has. */
  private findLast(key: string): string | undefined {
    return this.fingerprints.findSent(key) ?? this.fingerprints.find(key);
  }
}
