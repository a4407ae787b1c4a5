import { isObject } from "../../../json-object";
import { isMissing, notADictionary, requiredMessage, tooLong, when, type GroupRule, type RuleContext } from "./rule";

type Auth = Readonly<Record<string, unknown>>;

/** A row about one property of `auth`, tried only when the request is in the legacy form and auth is an object. */
function authRule(
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

function requiredRule(
  error: string,
  property: string,
  applies: (auth: Auth, context: RuleContext) => boolean = () => true,
): GroupRule {
  return authRule(error, property, (value, auth, context) =>
    when(applies(auth, context) && isMissing(value), requiredMessage),
  );
}

/** Whether a present value is not text of the given pattern. */
function differs(value: unknown, pattern: RegExp): boolean {
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

/** Section 7, rows about `auth_type` and the deprecated `auth` (contract 2.1.4). */
export const authRules: readonly GroupRule[] = [
  {
    error: "AuthTypeInvalidValueError",
    at: ["auth_type"],
    check: ({ sent: { auth_type }, legacy }, { dialect }) =>
      when(
        auth_type !== undefined && auth_type !== "none" && !legacy,
        `Invalid value, should be in: ['none', '${dialect.cloudSignatureV4}']`,
      ),
  },
  {
    error: "AuthInvalidWithNoneAuthTypeValueError",
    at: ["auth"],
    // auth_type defaults to none (2.1), so auth without auth_type breaks this row too.
    check: ({ sent: { auth_type = "none", auth } }) =>
      when(
        auth_type === "none" && auth !== undefined && auth !== null,
        "Origin Group hasn't to auth with auth type: none.",
      ),
  },
  {
    error: "AuthRequiredWithAwsSignatureV4ValueError",
    at: ["auth"],
    check: ({ sent: { auth }, legacy }, { dialect }) =>
      when(
        legacy && (auth === undefined || auth === null),
        `Origin Group has to have auth with \`${dialect.cloudSignatureV4}\` auth type.`,
      ),
  },
  {
    error: "AuthInvalidValueError",
    at: ["auth"],
    check: ({ sent: { auth }, legacy }) =>
      when(legacy && auth !== undefined && auth !== null && !isObject(auth), notADictionary(auth)),
  },
  {
    // Not in section 7: the contract lists the properties of auth.
    error: "unknown property of auth",
    at: ["auth"],
    check: ({ sent: { auth }, legacy }) => {
      const unknown = legacy && isObject(auth) ? Object.keys(auth).filter((key) => !properties.includes(key)) : [];
      return when(unknown.length > 0, `${unknown.join(", ")}: Unknown property.`);
    },
  },
  requiredRule("AuthS3TypeIsRequiredError", "s3_type"),
  authRule("unknown s3_type", "s3_type", (value, _auth, { dialect }) =>
    when(value !== dialect.cloudvendor && value !== "other", `${JSON.stringify(value)} is not a valid choice.`),
  ),
  requiredRule("AuthS3BucketNameIsRequiredError", "s3_bucket_name"),
  authRule("bucket name too long", "s3_bucket_name", (value) => when(differs(value, /^.{1,256}$/su), tooLong(256))),
  requiredRule("AuthS3AccessKeyIdIsRequiredError", "s3_access_key_id"),
  // The message speaks of 20-25 characters, but the row's condition is only "wrong format" and 2.1.4 allows 3 to 512
  // with four more kinds of characters: the message is answered as it is, the limits are those of 2.1.4.
  authRule("AuthS3AccessKeyIdIsInvalidError", "s3_access_key_id", (value) =>
    when(differs(value, /^[A-Za-z0-9:_-]{3,512}$/), "Only 20-25 alpha-numeric characters are allowed."),
  ),
  requiredRule("AuthS3SecretAccessKeyIsRequiredError", "s3_secret_access_key"),
  authRule("AuthS3AmazonSecretAccessKeyIsInvalidError", "s3_secret_access_key", (value, { s3_type }, { dialect }) =>
    when(
      s3_type === dialect.cloudvendor && differs(value, /^[A-Za-z0-9+/:_-]{40}$/),
      "Only 40 alpha-numeric-plus-slash characters are allowed.",
    ),
  ),
  // 2.1.4 and section 8 allow 16 to 255; this row's own condition, 20 to 50, is an older rule (platform facts).
  authRule("AuthS3OtherSecretAccessKeyIsInvalidError", "s3_secret_access_key", (value, { s3_type }, { limits }) => {
    const [min, max] = limits.cdn.olderLegacySecretRule ? [20, 50] : [16, 255];
    return when(
      s3_type === "other" && differs(value, new RegExp(`^[A-Za-z0-9+/:_-]{${min},${max}}$`)),
      `Only ${min}-${max} alpha-numeric-plus-slash characters are allowed.`,
    );
  }),
  requiredRule(
    "AuthS3RegionIsRequiredError",
    "s3_region",
    ({ s3_type }, { dialect }) => s3_type === dialect.cloudvendor,
  ),
  // The platform knows the regions of its own storage, not those of another one (platform facts).
  authRule("AuthS3RegionIsInvalidError", "s3_region", (value, { s3_type }, { dialect, limits }) =>
    when(
      s3_type === dialect.cloudvendor &&
        !isMissing(value) &&
        (typeof value !== "string" || limits.s3Regions?.includes(value) === false),
      `Not support ${String(value)}`,
    ),
  ),
  authRule("region not a text", "s3_region", (value) => when(differs(value, /^/), "Not a valid string.")),
  requiredRule("AuthS3StorageHostnameIsRequiredError", "s3_storage_hostname", ({ s3_type }) => s3_type === "other"),
  authRule("storage host name not a text", "s3_storage_hostname", (value) =>
    when(differs(value, /^/), "Not a valid string."),
  ),
];
