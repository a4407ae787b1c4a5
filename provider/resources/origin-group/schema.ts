import { BlockList, isIP } from "node:net";
import * as z from "zod";
import { neutralWords } from "../../config/dialect";
import { credentialSourceSchema } from "../../config/credential-source";
import { isBlank, limitText, lineOfText, requireText } from "../../values/characters";
import { upstreamCases } from "../../model/origin-group";
import { defaults, type GroupInputs } from "../../model/origin-group-fields";
import type { UnfinishedOperation } from "../../core/job";

/** What the platform returns in place of a credential. It would pass the other checks of an access key ID. */
const credentialMask = "SECRET_VALUE";

const s3Type = z.enum([neutralWords.cloudvendor, "other"]);

const bucketName = requireText(256);

function refineText(schema: z.ZodType<string, string>, findProblem: (text: string) => string | undefined) {
  return schema.superRefine((value, context) => {
    const message = findProblem(value);
    if (message !== undefined) {
      context.addIssue({ code: "custom", message });
    }
  });
}

function createCredentialSchema(characters: RegExp, allowed: string, [min, max]: readonly [number, number]) {
  return refineText(z.string(), (value) => {
    if (value === credentialMask) {
      return "is what the platform shows in place of a credential; give the real one";
    }
    const isValid = value.length >= min && value.length <= max && characters.test(value);
    return isValid ? undefined : `must be ${min} to ${max} characters, only ${allowed}`;
  });
}

const accessKeyCharacters = [/^[A-Za-z0-9:_-]*$/, "Latin letters, digits, colon, dash and underscore"] as const;
const secretKeyCharacters = [
  /^[A-Za-z0-9+/:_-]*$/,
  "Latin letters, digits, plus, slash, dash, colon and underscore",
] as const;

const reserved = new BlockList();
const reservedNetworks =
  "0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3 ::/127 fc00::/7 fe80::/10 ff00::/8";
for (const [network = "", prefix] of reservedNetworks.split(" ").map((text) => text.split("/"))) {
  reserved.addSubnet(network, Number(prefix), isIP(network) === 4 ? "ipv4" : "ipv6");
}

/** Internationalized domain names need combining marks and the zero-width joiner and non-joiner. */
const label = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}\u200c\u200d_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u;

/** Checks the rules for a host (docs/contract.md, sections 7 and 8) without asking DNS. */
function findHostProblem(source: string): string | undefined {
  // In an IPv6 address without brackets, no colon begins a port.
  const withPort = isIP(source) === 6 ? null : /^(\[[^\]]*\]|[^:[]*):(.*)$/s.exec(source);
  const [, host = source, port] = withPort ?? [];
  const isNumeric = /^[\d.]+$/.test(host);
  const isDomainName = !isNumeric && host.split(".").every((part) => label.test(part));
  const isHost = isDomainName || isIP(host) !== 0 || (host.startsWith("[") && isIP(host.slice(1, -1)) === 6);
  if (!isHost || /[/@]/.test(source)) {
    return "must be an IP address or a domain name, with `:port` for a custom port, and without scheme, path and login";
  }
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(address) !== 0 && reserved.check(address, isIP(address) === 4 ? "ipv4" : "ipv6")) {
    return "must not be a reserved or private IP address; give one that the CDN can reach";
  }
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535);
  return isPort ? undefined : `must have a port from 1 to 65535 after the colon, not "${port}"`;
}

const host = refineText(z.string().max(255), findHostProblem);

/** Unlike a `source`, this may be a private address. `check.ts` refuses a blank text where a host name is required. */
const hostText = refineText(limitText(0, 255), (text) =>
  !isBlank(text) && /[\s\p{Cc}/@]/u.test(text)
    ? "must be only a domain name or an IP address, without scheme, path, login, white space and control characters"
    : undefined,
);

const s3Config = {
  s3Type: s3Type.optional(),
  s3BucketName: bucketName.optional(),
  s3Region: lineOfText.nullish(),
  s3StorageHostname: hostText.nullish(),
  s3AccessKeyId: createCredentialSchema(...accessKeyCharacters, [4, 255]).optional(),
  s3AccessKeyIdFrom: credentialSourceSchema.optional(),
  s3SecretAccessKey: createCredentialSchema(...secretKeyCharacters, [16, 255]).optional(),
  s3SecretAccessKeyFrom: credentialSourceSchema.optional(),
  s3AuthType: lineOfText.optional(),
};

const config = z.strictObject({ ...s3Config, appId: lineOfText.min(1).optional() });

const source = z.strictObject({
  source: host.optional(),
  originType: z.enum(["host", "s3", neutralWords.edgeapp]).optional(),
  config: config.optional(),
  backup: z.boolean().optional(),
  enabled: z.boolean().optional(),
  hostHeaderOverride: hostText.nullish(),
});

const legacyAuth = z.strictObject({
  s3Type,
  s3AccessKeyId: createCredentialSchema(...accessKeyCharacters, [3, 512]),
  s3AccessKeyIdFrom: credentialSourceSchema.optional(),
  s3SecretAccessKey: createCredentialSchema(...secretKeyCharacters, [16, 255]),
  s3SecretAccessKeyFrom: credentialSourceSchema.optional(),
  s3BucketName: bucketName,
  s3StorageHostname: hostText.nullish(),
  s3Region: lineOfText.nullish(),
});

/**
 * Values or `Unknown`s replace well-formed `...From` before this check, which refuses any that is left. `check.ts`
 * checks which fields go together, and what depends on `s3Type`.
 */
export const argsSchema = z.strictObject({
  name: requireText(255),
  useNext: z.boolean().optional(),
  proxyNextUpstream: z.array(z.enum(upstreamCases)).optional(),
  sources: z.array(source).min(1).optional(),
  path: lineOfText.optional(),
  authType: z.enum([defaults.authType, neutralWords.cloudSignatureV4]).optional(),
  auth: legacyAuth.optional(),
  originGroupId: z.int().min(1).optional(),
  onDestroy: z.enum(["delete", "retain", "restore"]).optional(),
});

export interface OriginGroupInputs
  extends GroupInputs, Pick<z.infer<typeof argsSchema>, "originGroupId" | "onDestroy"> {}

export interface OriginGroupState extends Omit<GroupInputs, "authType" | "sources"> {
  originGroupId: number;
  sources: NonNullable<GroupInputs["sources"]>;
  authType: "none" | "cloudSignatureV4";
  hasRelatedResources: boolean;
  onDestroy?: OriginGroupInputs["onDestroy"];
  adopted: boolean;
  /** The group as it was before the resource adopted it, without credentials. */
  restorePoint?: GroupInputs;
  operation?: UnfinishedOperation;
  /** A random text that tells apart two resources that manage the same group; see `core/claims.ts`. */
  claim?: string;
}
