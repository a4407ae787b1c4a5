import { countCharacters } from "../../../count-characters";
import type { Dialect } from "../../../dialect";
import { isObject } from "../../../json-object";
import {
  isMissing,
  describeNotADictionary,
  requiredMessage,
  describeTooLong,
  reportIf,
  type RuleContext,
  type SourceRule,
} from "./rule";

/** A property of a source's config (contract 2.1.2 and 2.1.3). */
interface Property {
  readonly name: string;
  readonly isRequired: (s3Type: unknown, dialect: Dialect) => boolean;
  readonly nullable?: true;
  readonly limit?: number;
  /** Returns what is wrong with a non-empty text. */
  readonly checkText?: (value: string, context: RuleContext, s3Type: unknown) => string | undefined;
}

const isAlwaysRequired = () => true;

// Section 7 has messages about credentials for the legacy form only; the limits are those of 2.1.2 and section 8.
const accessKeyId = "Only latin letters, digits, colon, dash and underscore are allowed, 4 to 255 characters.";
const secretAccessKey =
  "Only latin letters, digits, plus, slash, dash, colon and underscore are allowed, 16 to 255 characters.";

const s3Properties: readonly Property[] = [
  {
    name: "s3_type",
    isRequired: isAlwaysRequired,
    checkText: (value, { dialect }) =>
      reportIf(value !== dialect.cloudvendor && value !== "other", `"${value}" is not a valid choice.`),
  },
  { name: "s3_bucket_name", isRequired: isAlwaysRequired, limit: 256 },
  {
    name: "s3_region",
    nullable: true,
    isRequired: (type, dialect) => type === dialect.cloudvendor,
    // The platform knows the regions of its own storage only (platform facts).
    checkText: (value, { dialect, settings }, s3Type) =>
      reportIf(s3Type === dialect.cloudvendor && settings.s3Regions?.includes(value) === false, `Not support ${value}`),
  },
  { name: "s3_storage_hostname", nullable: true, isRequired: (type) => type === "other" },
  {
    name: "s3_access_key_id",
    isRequired: isAlwaysRequired,
    checkText: (value) => reportIf(!/^[A-Za-z0-9:_-]{4,255}$/.test(value), accessKeyId),
  },
  {
    name: "s3_secret_access_key",
    isRequired: isAlwaysRequired,
    checkText: (value) => reportIf(!/^[A-Za-z0-9+/:_-]{16,255}$/.test(value), secretAccessKey),
  },
  { name: "s3_auth_type", isRequired: () => false },
];

const edgeProperties: readonly Property[] = [
  {
    name: "app_id",
    isRequired: isAlwaysRequired,
    // "must belong to the requesting client, be enabled, and have API type wasi-http" (2.1.3); messages not shown.
    checkText: (value, { settings: { edgeApps } }) => {
      if (edgeApps === undefined) {
        return undefined;
      }
      const app = edgeApps.find((a) => a.app_id === value);
      if (app === undefined) {
        return `Edge application ${value} is not found.`;
      }
      if (!app.enabled) {
        return `Edge application ${value} is disabled.`;
      }
      return reportIf(app.apiType !== "wasi-http", `Edge application ${value} has to have API type wasi-http.`);
    },
  },
];

function createPropertyRule(
  form: "s3" | "edge",
  { name, isRequired, nullable, limit, checkText }: Property,
): SourceRule {
  const checkValue = (value: unknown, s3Type: unknown, context: RuleContext): string | undefined => {
    if (isMissing(value) && isRequired(s3Type, context.dialect)) {
      return requiredMessage;
    }
    if (value === null) {
      return reportIf(nullable !== true, "This field may not be null.");
    }
    if (value === undefined || value === "") {
      return undefined;
    }
    if (typeof value !== "string") {
      return "Not a valid string.";
    }
    if (limit !== undefined && countCharacters(value) > limit) {
      return describeTooLong(limit);
    }
    return checkText?.(value, context, s3Type);
  };
  return {
    error: `config.${name}`,
    forms: [form],
    at: "config",
    check: ({ config, fields }, _draft, context) => {
      const message = isObject(config) ? checkValue(fields[name], fields.s3_type, context) : undefined;
      // All errors of a config are at `config` (section 7), so the text has to name the property.
      return message && `${name}: ${message}`;
    },
  };
}

function createUnknownPropertyRule(form: "s3" | "edge", properties: readonly Property[]): SourceRule {
  const known = properties.map(({ name }) => name);
  return {
    error: "unknown property of config",
    forms: [form],
    at: "config",
    check: ({ fields }) => {
      const unknown = Object.keys(fields).filter((name) => !known.includes(name));
      return reportIf(unknown.length > 0, `${unknown.join(", ")}: Unknown property.`);
    },
  };
}

/** Errors of section 7 about `config`, and the rules of 2.1.2 and 2.1.3 about its properties. */
export const configRules: readonly SourceRule[] = [
  {
    error: "S3ConfigRequiredError",
    forms: ["s3", "edge"],
    at: "config",
    check: ({ config }) => reportIf(config === undefined || config === null, requiredMessage),
  },
  {
    error: "config not a dictionary",
    forms: ["s3", "edge"],
    at: "config",
    check: ({ config }) =>
      reportIf(config !== undefined && config !== null && !isObject(config), describeNotADictionary(config)),
  },
  {
    error: "S3BucketNameDuplicateError",
    forms: ["s3"],
    at: "config",
    check: ({ fields: { s3_bucket_name: name } }, { duplicateBuckets }) =>
      reportIf(
        !isMissing(name) && duplicateBuckets.has(name),
        "The S3 bucket name must be unique inside group of origins.",
      ),
  },
  ...s3Properties.map((property) => createPropertyRule("s3", property)),
  ...edgeProperties.map((property) => createPropertyRule("edge", property)),
  createUnknownPropertyRule("s3", s3Properties),
  createUnknownPropertyRule("edge", edgeProperties),
];
