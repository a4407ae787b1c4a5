import { bucket } from "../client";
import type { Row } from "./row";

const used = (resource: { cname?: string; originProtocol?: string }) => ({
  originGroups: [
    { id: 7, name: "used", sources: [{ source: "x.example.com" }], usedBy: { resources: [{ id: 55, ...resource }] } },
  ],
});

/** A row about the text of one host. */
function host(error: string, source: string, message: string, rest: Partial<Row> = {}): Row {
  return { error, body: { sources: [{ source }] }, at: ["sources", source, "source"], message, ...rest };
}

/** Rows whose location is below `sources`. */
export const sourceRows: readonly Row[] = [
  host("OriginSourceWithoutSchemaError", "https://a.example.com", "Source should be specified without schema"),
  host("OriginSourceWithoutPathError", "a.example.com/img", "Source should be specified without path"),
  {
    error: "OriginSourceMustBeUniqueError",
    body: { sources: [{ source: "a.example.com" }, { source: "a.example.com" }] },
    at: ["sources", "a.example.com", "source"],
    message: "The field origin source must be unique inside group of origins.",
  },
  host("OriginSourceForbiddenError", "bad.example.com", "That origin source is forbidden", {
    seed: { names: { "bad.example.com": "forbidden" } },
  }),
  host("OriginSourceEqualResourceCnameError", "cdn.example.com", "Origin source is equal to attached resource CNAME.", {
    seed: used({ cname: "cdn.example.com" }),
    changeOnly: true,
  }),
  host(
    "OriginSourceShouldNotHavePortError",
    "a.example.com:8080",
    "Origin source should not have specified port (resource ID: 55)",
    { seed: used({ originProtocol: "MATCH" }), changeOnly: true },
  ),
  {
    error: "OriginLastSourceNotBackupError",
    body: {
      sources: [
        { source: "a.example.com", backup: true },
        { source: "b.example.com", backup: true },
      ],
    },
    at: ["sources", "b.example.com", "backup"],
    message: "You cannot specify all origin sources as reserve (backup). Add non-reserve origins.",
  },
  {
    error: "SourcesShouldBeEnabledError",
    body: { sources: [{ source: "a.example.com", enabled: false }] },
    at: ["sources", "a.example.com", "enabled"],
    message: "Origin Group must have at least one active origin sources.",
  },
  host(
    "OriginSourceNotResolvedError",
    "gone.example.com:80",
    "The domain name cannot be resolved. Please specify a valid domain name.",
    { seed: { names: { "Gone.example.com": "unresolvable" } } },
  ),
  host(
    "OriginSourceWrongPortError",
    "a.example.com:65536",
    "The port value must be a number within the range 1 and 65535",
  ),
  host(
    "OriginSourcePrivateNetworkError",
    "inside.example.com",
    "The domain name's IP belongs to a private network. Please use another domain name.",
    { seed: { names: { "inside.example.com": "private" } } },
  ),
  host(
    "OriginSourceForbiddenNetworkError",
    "closed.example.com",
    "The domain name's IP belongs to a forbidden network. Please use another domain name.",
    { seed: { names: { "closed.example.com": "forbiddenNetwork" } } },
  ),
  host(
    "OriginSourceBadIPError",
    "127.0.0.1:80",
    "The IP address cannot be used as an origin source. Please try another IP.",
  ),
  host(
    "OriginSourceInvalidError",
    "not a host",
    "The origin source value is invalid. Please specify an IP address or valid domain name.",
  ),
  host(
    "OriginSourceIPv4Error",
    "six.example.com",
    "The domain name's IP is not IPv4. Please use another domain name.",
    { seed: { names: { "six.example.com": "ipv6Only" } } },
  ),
  {
    error: "S3ConfigRequiredError",
    body: { sources: [{ source: "a.example.com" }, { origin_type: "s3" }] },
    at: ["sources", "s3_entry_1", "config"],
    message: "This field is required.",
  },
  {
    error: "S3BucketNameDuplicateError",
    body: { sources: [bucket("media"), bucket("media")] },
    at: ["sources", "media", "config"],
    message: "The S3 bucket name must be unique inside group of origins.",
  },
  {
    error: "OriginTypeRequiredForNewS3Error",
    body: { sources: [{ ...bucket("media"), origin_type: undefined }] },
    at: ["sources", "media", "origin_type"],
    message: "Provide origin_type explicitly for new S3 sources.",
    changeOnly: true,
  },
];
