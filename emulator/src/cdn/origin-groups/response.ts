import { isS3Source, type LegacyAuth, type OriginGroup, type Source } from "./model";

/** Replaces both S3 credentials in responses (platform facts "Origin groups"). */
export const credentialMask = "SECRET_VALUE";

const maskedCredentials = { s3_access_key_id: credentialMask, s3_secret_access_key: credentialMask };

function maskSource(source: Source): Source {
  return isS3Source(source) ? { ...source, config: { ...source.config, ...maskedCredentials } } : source;
}

function maskAuth(auth: LegacyAuth): LegacyAuth {
  return { ...auth, ...maskedCredentials };
}

/** Returns the response object of contract 2.1; the legacy form has no sources. */
export function toGroupResponse(group: OriginGroup): Record<string, unknown> {
  const { id, name, use_next, proxy_next_upstream, auth_type, path, sources, auth, usedBy } = group;
  return {
    id,
    name,
    use_next,
    proxy_next_upstream,
    auth_type,
    ...(auth === null ? { sources: sources.map(maskSource) } : { auth: maskAuth(auth) }),
    path,
    has_related_resources: usedBy.resources.length > 0,
  };
}
