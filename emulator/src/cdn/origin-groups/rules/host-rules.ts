import { countCharacters } from "../../../count-characters";
import type { NameKind } from "../../seed";
import { isDomain, isPort, isReservedAddress } from "../host-text";
import { describeTooLong, reportIf, type SourceRule } from "./rule";

/** Skips an entry without text, for which `OriginSourceIsRequiredError` is reported. */
function createHostRule(error: string, check: SourceRule["check"]): SourceRule {
  return {
    error,
    forms: ["host"],
    at: "source",
    check: (entry, ...rest) => (entry.source ? check(entry, ...rest) : undefined),
  };
}

/** The seed's `names` take the place of DNS. */
function createResolveRule(error: string, kind: NameKind, message: string): SourceRule {
  return createHostRule(error, ({ host }, _draft, { lookUpName }) => reportIf(lookUpName(host.host) === kind, message));
}

/** Errors of section 7 about the text of a host source, in the order of checking; the first one is reported. */
export const hostRules: readonly SourceRule[] = [
  createHostRule("OriginSourceWithoutSchemaError", ({ source }) =>
    reportIf(/https?:\/\//i.test(source ?? ""), "Source should be specified without schema"),
  ),
  createHostRule("OriginSourceWithoutPathError", ({ source }) =>
    reportIf(source?.includes("/") === true, "Source should be specified without path"),
  ),
  // Not in section 7: limit of section 8.
  createHostRule("source too long", ({ source = "" }) => reportIf(countCharacters(source) > 255, describeTooLong(255))),
  createHostRule("OriginSourceWrongPortError", ({ host }) =>
    reportIf(
      host.port !== undefined && !isPort(host.port),
      "The port value must be a number within the range 1 and 65535",
    ),
  ),
  createHostRule("OriginSourceInvalidError", ({ host }) =>
    reportIf(
      host.ipVersion === 0 && !isDomain(host.host),
      "The origin source value is invalid. Please specify an IP address or valid domain name.",
    ),
  ),
  createHostRule("OriginSourceBadIPError", ({ host }) =>
    reportIf(isReservedAddress(host), "The IP address cannot be used as an origin source. Please try another IP."),
  ),
  createHostRule("OriginSourceMustBeUniqueError", ({ source }, { duplicateHosts }) =>
    reportIf(
      duplicateHosts.has(source?.toLowerCase()),
      "The field origin source must be unique inside group of origins.",
    ),
  ),
  createResolveRule("OriginSourceForbiddenError", "forbidden", "That origin source is forbidden"),
  createHostRule("OriginSourceEqualResourceCnameError", ({ source }, _draft, { existing }) =>
    reportIf(
      existing?.usedBy.resources.some((r) => r.cname?.toLowerCase() === source?.toLowerCase()) === true,
      "Origin source is equal to attached resource CNAME.",
    ),
  ),
  createHostRule("OriginSourceShouldNotHavePortError", ({ host }, _draft, { existing }) => {
    const matching = existing?.usedBy.resources.find((r) => r.originProtocol === "MATCH");
    // "message names the resource ID": the exact words around it are not shown.
    const message = `Origin source should not have specified port (resource ID: ${matching?.id})`;
    return reportIf(matching !== undefined && host.port !== undefined, message);
  }),
  createResolveRule(
    "OriginSourceNotResolvedError",
    "unresolvable",
    "The domain name cannot be resolved. Please specify a valid domain name.",
  ),
  createResolveRule(
    "OriginSourcePrivateNetworkError",
    "private",
    "The domain name's IP belongs to a private network. Please use another domain name.",
  ),
  createResolveRule(
    "OriginSourceForbiddenNetworkError",
    "forbiddenNetwork",
    "The domain name's IP belongs to a forbidden network. Please use another domain name.",
  ),
  createResolveRule(
    "OriginSourceIPv4Error",
    "ipv6Only",
    "The domain name's IP is not IPv4. Please use another domain name.",
  ),
];
