import { z } from "zod";

/** The three words that differ between deployments of the platform. */
export interface Dialect {
  /** `auth_type` of the legacy form, and the default of `s3_auth_type`. @default "cloudSignatureV4" */
  readonly cloudSignatureV4: string;
  /** `s3_type` of the main cloud vendor's storage. @default "cloudvendor" */
  readonly cloudvendor: string;
  /** `origin_type` of an edge application. @default "edgeapp" */
  readonly edgeapp: string;
}

/** The contract's own neutral words. */
export const defaultDialect: Dialect = {
  cloudSignatureV4: "cloudSignatureV4",
  cloudvendor: "cloudvendor",
  edgeapp: "edgeapp",
};

const word = z.string().min(1);

/** Any of the three words, in a seed or an option. */
export const dialectSchema = z.strictObject({ cloudSignatureV4: word, cloudvendor: word, edgeapp: word }).partial();
