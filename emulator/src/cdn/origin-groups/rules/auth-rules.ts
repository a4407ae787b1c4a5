import { isObject } from "../../../json-object";
import {
  isMissing,
  describeNotADictionary,
  requiredMessage,
  describeTooLong,
  reportIf,
  type GroupRule,
  type RuleContext,
} from "./rule";

type Auth = Readonly<Record<string, unknown>>;

/** Applies only if the request is in the legacy form and auth is an object. */
function createAuthRule(
  error: string,
  property: string,
  check: (value: unknown, auth: Auth, context: RuleContext) => string | undefined,
): GroupRule {
  return {
    error,
    at: ["auth", property],
    check: ({ sent: { auth }, legacy }, context) =>
      legacy && isObject(auth) ? check(auth[property], auth, context) : undefined,
  };
}

function createRequiredRule(
  error: string,
  property: string,
  applies: (auth: Auth, context: RuleContext) => boolean = () => true,
): GroupRule {
  return createAuthRule(error, property, (value, auth, context) =>
    reportIf(applies(auth, context) && isMissing(value), requiredMessage),
  );
}

/** Whether a value is there and is not a text of the pattern. */
function isMalformed(value: unknown, pattern: RegExp): boolean {
  return !isMissing(value) && (typeof value !== "string" || !pattern.test(value));
}

const properties = [
  "s3_type",
  "s3_access_key_id",
  "s3_secret_access_key",
  "s3_bucket_name",
  "s3_storage_hostname",
  "s3_region",
];

/** Errors of section 7 about `auth_type` and the deprecated `auth` (contract 2.1.4). */
export const authRules: readonly GroupRule[] = [
  {
    error: "AuthTypeInvalidValueError",
    at: ["auth_type"],
    check: ({ sent: { auth_type }, legacy }, { dialect }) =>
      reportIf(
        auth_type !== undefined && auth_type !== "none" && !legacy,
        `Invalid value, should be in: ['none', '${dialect.cloudSignatureV4}']`,
      ),
  },
  {
    error: "AuthInvalidWithNoneAuthTypeValueError",
    at: ["auth"],
    // auth_type defaults to none (2.1), so auth without auth_type is an error, too.
    check: ({ sent: { auth_type = "none", auth } }) =>
      reportIf(
        auth_type === "none" && auth !== undefined && auth !== null,
        "Origin Group hasn't to auth with auth type: none.",
      ),
  },
  {
    error: "AuthRequiredWithAwsSignatureV4ValueError",
    at: ["auth"],
    check: ({ sent: { auth }, legacy }, { dialect }) =>
      reportIf(
        legacy && (auth === undefined || auth === null),
        `Origin Group has to have auth with \`${dialect.cloudSignatureV4}\` auth type.`,
      ),
  },
  {
    error: "AuthInvalidValueError",
    at: ["auth"],
    check: ({ sent: { auth }, legacy }) =>
      reportIf(legacy && auth !== undefined && auth !== null && !isObject(auth), describeNotADictionary(auth)),
  },
  {
    // Not in section 7: the contract lists the properties of auth.
    error: "unknown property of auth",
    at: ["auth"],
    check: ({ sent: { auth }, legacy }) => {
      const unknown = legacy && isObject(auth) ? Object.keys(auth).filter((key) => !properties.includes(key)) : [];
      return reportIf(unknown.length > 0, `${unknown.join(", ")}: Unknown property.`);
    },
  },
  createRequiredRule("AuthS3TypeIsRequiredError", "s3_type"),
  createAuthRule("unknown s3_type", "s3_type", (value, _auth, { dialect }) =>
    reportIf(value !== dialect.cloudvendor && value !== "other", `${JSON.stringify(value)} is not a valid choice.`),
  ),
  createRequiredRule("AuthS3BucketNameIsRequiredError", "s3_bucket_name"),
  createAuthRule("bucket name too long", "s3_bucket_name", (value) =>
    reportIf(isMalformed(value, /^.{1,256}$/su), describeTooLong(256)),
  ),
  createRequiredRule("AuthS3AccessKeyIdIsRequiredError", "s3_access_key_id"),
  // The message says 20-25 characters, but the condition is only "wrong format", and 2.1.4 allows 3 to 512 and more
  // characters: the message is the contract's, the limits are those of 2.1.4.
  createAuthRule("AuthS3AccessKeyIdIsInvalidError", "s3_access_key_id", (value) =>
    reportIf(isMalformed(value, /^[A-Za-z0-9:_-]{3,512}$/), "Only 20-25 alpha-numeric characters are allowed."),
  ),
  createRequiredRule("AuthS3SecretAccessKeyIsRequiredError", "s3_secret_access_key"),
  createAuthRule(
    "AuthS3AmazonSecretAccessKeyIsInvalidError",
    "s3_secret_access_key",
    (value, { s3_type }, { dialect }) =>
      reportIf(
        s3_type === dialect.cloudvendor && isMalformed(value, /^[A-Za-z0-9+/:_-]{40}$/),
        "Only 40 alpha-numeric-plus-slash characters are allowed.",
      ),
  ),
  // 2.1.4 and section 8 allow 16 to 255; section 7's 20 to 50 is an older rule (platform facts).
  createAuthRule(
    "AuthS3OtherSecretAccessKeyIsInvalidError",
    "s3_secret_access_key",
    (value, { s3_type }, { settings }) => {
      const [min, max] = settings.cdn.olderLegacySecretRule ? [20, 50] : [16, 255];
      return reportIf(
        s3_type === "other" && isMalformed(value, new RegExp(`^[A-Za-z0-9+/:_-]{${min},${max}}$`)),
        `Only ${min}-${max} alpha-numeric-plus-slash characters are allowed.`,
      );
    },
  ),
  createRequiredRule(
    "AuthS3RegionIsRequiredError",
    "s3_region",
    ({ s3_type }, { dialect }) => s3_type === dialect.cloudvendor,
  ),
  // The platform knows the regions of its own storage only (platform facts).
  createAuthRule("AuthS3RegionIsInvalidError", "s3_region", (value, { s3_type }, { dialect, settings }) =>
    reportIf(
      s3_type === dialect.cloudvendor &&
        !isMissing(value) &&
        (typeof value !== "string" || settings.s3Regions?.includes(value) === false),
      `Not support ${String(value)}`,
    ),
  ),
  createAuthRule("region not a text", "s3_region", (value) => reportIf(isMalformed(value, /^/), "Not a valid string.")),
  createRequiredRule(
    "AuthS3StorageHostnameIsRequiredError",
    "s3_storage_hostname",
    ({ s3_type }) => s3_type === "other",
  ),
  createAuthRule("storage host name not a text", "s3_storage_hostname", (value) =>
    reportIf(isMalformed(value, /^/), "Not a valid string."),
  ),
];
