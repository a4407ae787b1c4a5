import fc from "fast-check";
import { upstreamCases } from "../../../provider/model/origin-group";

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const nullable = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constantFrom(undefined, null), value);
/** Lengths are limited in code points, of which one visible character may need several. */
const text = (min: number, max: number) =>
  fc.oneof(
    fc.string({ minLength: min, maxLength: 20, unit: "grapheme" }).filter((value) => [...value].length <= max),
    fc.string({ minLength: min, maxLength: max }),
    fc.constant("x".repeat(max)),
  );

/** A name: not blank, and without white space around it. */
const nonBlankText = (max: number) => text(1, max).filter((value) => value !== "" && value.trim() === value);

const characters = (allowed: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...allowed), minLength, maxLength });

const letters = "ABCXYZabcxyz0189";
const accessKeyId = (min: number, max: number) =>
  characters(`${letters}:-_`, min, max).filter((key) => key !== "SECRET_VALUE");
const secretAccessKey = (min: number, max: number) => characters(`${letters}+/-:_`, min, max);

const label = characters("abcxyz019", 1, 20);
const port = fc.integer({ min: 1, max: 65_535 }).map((number) => `:${number}`);
const host = fc
  .tuple(
    fc.oneof(
      fc.tuple(label, fc.constantFrom("example.com", "example.org")).map((parts) => parts.join(".")),
      fc.integer({ min: 1, max: 254 }).map((last) => `203.0.113.${last}`),
    ),
    fc.oneof(fc.constant(""), port),
  )
  .map((parts) => parts.join(""));

/** A bucket; fields of the other kind of storage may be present. */
const storage = <T>(bucketName: fc.Arbitrary<string>, absent: fc.Arbitrary<T>) => ({
  cloudvendor: {
    s3Type: fc.constant("cloudvendor"),
    s3BucketName: bucketName,
    s3Region: label,
    s3StorageHostname: absent,
  },
  other: { s3Type: fc.constant("other"), s3BucketName: bucketName, s3Region: absent, s3StorageHostname: label },
});

const sourceStorage = storage(nonBlankText(256), nullable(label));
const sourceCredentials = { s3AccessKeyId: accessKeyId(4, 255), s3SecretAccessKey: secretAccessKey(16, 255) };
const s3AuthType = optional(fc.constantFrom("cloudSignatureV4", "anotherSignature"));

const options = {
  backup: optional(fc.boolean()),
  enabled: optional(fc.boolean()),
  hostHeaderOverride: nullable(host),
};

const hostSource = fc.record({ source: host, originType: fc.constantFrom(undefined, "host"), ...options });

const s3Source = fc.record({
  originType: fc.constantFrom(undefined, "s3"),
  config: fc.oneof(
    fc.record({ ...sourceStorage.cloudvendor, ...sourceCredentials, s3AuthType }),
    fc.record({ ...sourceStorage.other, ...sourceCredentials, s3AuthType }),
  ),
  ...options,
});

const edgeappSource = fc.record({
  originType: fc.constant("edgeapp"),
  config: fc.record({ appId: nonBlankText(20) }),
  ...options,
});

interface AnySource {
  source?: string;
  config?: { s3BucketName?: string; appId?: string };
}

const sources = fc
  .uniqueArray(fc.oneof(hostSource, s3Source, edgeappSource), {
    minLength: 1,
    maxLength: 6,
    // The server identifies a source by its text, its bucket or its application.
    selector: ({ source, config }: AnySource) => source ?? config?.s3BucketName ?? config?.appId,
    comparator: "IsStrictlyEqual",
  })
  .map(([first, ...rest]) => [{ ...first, backup: false, enabled: true }, ...rest])
  .chain((entries) => fc.shuffledSubarray(entries, { minLength: entries.length }));

const common = {
  name: nonBlankText(255),
  path: optional(fc.oneof(fc.constant(""), nonBlankText(30))),
};

/** `proxyNextUpstream` must not be empty where `useNext` is true. */
const cases = fc.oneof(
  fc.record({
    useNext: optional(fc.boolean()),
    proxyNextUpstream: optional(fc.subarray([...upstreamCases], { minLength: 1 }).chain(shuffled)),
  }),
  fc.record({ useNext: fc.constantFrom(undefined, false), proxyNextUpstream: fc.constant([]) }),
);

function shuffled<T>(values: T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray(values, { minLength: values.length });
}

const standard = fc.record({ ...common, authType: fc.constantFrom(undefined, "none"), sources });

// The 20 to 50 characters of section 7 are an older rule for the secret key of `other` (platform facts).
const legacyStorage = storage(nonBlankText(256), optional(label));
const legacy = fc.record({
  ...common,
  authType: fc.constant("cloudSignatureV4"),
  auth: fc.oneof(
    fc.record({
      ...legacyStorage.cloudvendor,
      s3AccessKeyId: accessKeyId(3, 512),
      s3SecretAccessKey: secretAccessKey(40, 40),
    }),
    fc.record({
      ...legacyStorage.other,
      s3AccessKeyId: accessKeyId(3, 512),
      s3SecretAccessKey: secretAccessKey(16, 255),
    }),
  ),
});

/** Any arguments that the contract allows, including explicit defaults. */
export const argsOfGroup: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(fc.oneof({ arbitrary: standard, weight: 3 }, { arbitrary: legacy, weight: 1 }), cases)
  .map(([group, upstream]) => ({ ...group, ...upstream }));
