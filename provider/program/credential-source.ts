import type { Input } from "@pulumi/pulumi";

/**
 * Where a credential is read when it is sent, so that its value is in no state: an environment variable or a file of the
 * process that runs Pulumi. Give exactly one of the two. The name is not a secret and shows in diffs.
 */
export interface CredentialSource {
  /** Name of the environment variable, which must not be empty. */
  env?: Input<string>;
  /**
   * Absolute path of the file, which must be text in UTF-8 and not empty. A line break at its end does not count.
   */
  file?: Input<string>;
}
