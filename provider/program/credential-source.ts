import type { Input } from "@pulumi/pulumi";

/**
 * The source of a credential: an environment variable or a file of the process that runs Pulumi. Give exactly one of
 * the two. The value is read in each run and is in no state. The name is not a secret and shows in diffs.
 */
export interface CredentialSource {
  /**
   * Name of an environment variable that is set and not empty. The secrets of the run itself are refused, such as
   * `EDGECLOUD_API_KEY`, `PULUMI_ACCESS_TOKEN` and `PULUMI_CONFIG_PASSPHRASE`.
   */
  env?: Input<string>;
  /**
   * Absolute path of a UTF-8 text file that is not empty, of up to 64 KiB and not below `/proc`, `/sys` or `/dev`. One
   * line break at its end is ignored.
   */
  file?: Input<string>;
}
