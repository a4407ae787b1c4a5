import type { NameKind } from "../../name-kind";
import { isDomain, isPort, isReservedAddress } from "../host-text";
import { hasAtMost } from "../text-length";
import { tooLong, when, type SourceRule } from "./rule";

/** A row about the text of a host source; an entry without one has broken `OriginSourceIsRequiredError` already. */
function hostRule(error: string, check: SourceRule["check"]): SourceRule {
  return {
    error,
    forms: ["host"],
    at: "source",
    check: (entry, ...rest) => (entry.source ? check(entry, ...rest) : undefined),
  };
}

/** A row about how a name resolves: the names table of the seed stands for the world's name servers. */
function resolveRule(error: string, kind: NameKind, message: string): SourceRule {
  return hostRule(error, ({ host }, _draft, { nameKind }) => when(nameKind(host.host) === kind, message));
}

/** Section 7, rows about the text of a host source, in the order in which they are tried; the first broken one answers. */
export const hostRules: readonly SourceRule[] = [
  hostRule("OriginSourceWithoutSchemaError", ({ source }) =>
    when(/https?:\/\//i.test(source ?? ""), "Source should be specified without schema"),
  ),
  hostRule("OriginSourceWithoutPathError", ({ source }) =>
    when(source?.includes("/") === true, "Source should be specified without path"),
  ),
  // Not in section 7: limit of section 8.
  hostRule("source too long", ({ source }) => when(!hasAtMost(255, source), tooLong(255))),
  hostRule("OriginSourceWrongPortError", ({ host }) =>
    when(host.port !== undefined && !isPort(host.port), "The port value must be a number within the range 1 and 65535"),
  ),
  hostRule("OriginSourceInvalidError", ({ host }) =>
    when(
      host.ipVersion === 0 && !isDomain(host.host),
      "The origin source value is invalid. Please specify an IP address or valid domain name.",
    ),
  ),
  hostRule("OriginSourceBadIPError", ({ host }) =>
    when(isReservedAddress(host), "The IP address cannot be used as an origin source. Please try another IP."),
  ),
  hostRule("OriginSourceMustBeUniqueError", ({ source }, { repeatedHosts }) =>
    when(repeatedHosts.has(source?.toLowerCase()), "The field origin source must be unique inside group of origins."),
  ),
  resolveRule("OriginSourceForbiddenError", "forbidden", "That origin source is forbidden"),
  hostRule("OriginSourceEqualResourceCnameError", ({ source }, _draft, { existing }) =>
    when(
      existing?.usedBy.resources.some((r) => r.cname?.toLowerCase() === source?.toLowerCase()) === true,
      "Origin source is equal to attached resource CNAME.",
    ),
  ),
  hostRule("OriginSourceShouldNotHavePortError", ({ host }, _draft, { existing }) => {
    const matching = existing?.usedBy.resources.find((r) => r.originProtocol === "MATCH");
    // "message names the resource ID": the exact words around it are not shown.
    const message = `Origin source should not have specified port (resource ID: ${matching?.id})`;
    return when(matching !== undefined && host.port !== undefined, message);
  }),
  resolveRule(
    "OriginSourceNotResolvedError",
    "unresolvable",
    "The domain name cannot be resolved. Please specify a valid domain name.",
  ),
  resolveRule(
    "OriginSourcePrivateNetworkError",
    "private",
    "The domain name's IP belongs to a private network. Please use another domain name.",
  ),
  resolveRule(
    "OriginSourceForbiddenNetworkError",
    "forbiddenNetwork",
    "The domain name's IP belongs to a forbidden network. Please use another domain name.",
  ),
  resolveRule("OriginSourceIPv4Error", "ipv6Only", "The domain name's IP is not IPv4. Please use another domain name."),
];
