import type { SeedInput } from "../../../emulator/src/index";

/** One row of the table in section 7 of the contract. */
export interface Row {
  readonly error: string;
  /** Added to `{name, use_next}`; a body without `sources` and `auth_type` gets one good source. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Location below `errors`. */
  readonly at: readonly string[];
  readonly message: string;
  /** What the emulator has to know for the condition to hold. */
  readonly seed?: SeedInput;
  /** The row needs a group that exists. */
  readonly changeOnly?: true;
}
