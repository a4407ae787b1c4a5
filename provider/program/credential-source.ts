import type { Input } from "@pulumi/pulumi";

/**
 * The source of a credential: an environment variable of the process that runs Pulumi, or a file. Give exactly one of
 * the two. Each run reads the value anew, and no state contains it. The name or path is no secret and shows in diffs.
 */
export interface CredentialSource {
  /**
   * Name of an environment variable, which must be set and not empty. Variables with secrets of Pulumi and of this
   * package are refused, in upper or lower case: `EDGECLOUD_API_KEY`, `PULUMI_ACCESS_TOKEN`, `PULUMI_CONFIG`, and all
   * whose names begin with `PULUMI_CONFIG_PASSPHRASE`.
   */
  env?: Input<string>;
  /**
   * Absolute path of a UTF-8 text file of up to 64 KiB. The file must not be empty, nor be below `/proc`, `/sys` or
   * `/dev`, even through a link. One line break at the end of the text is ignored.
   */
  file?: Input<string>;
}
