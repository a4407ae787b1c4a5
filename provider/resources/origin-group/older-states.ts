import type { OlderStates } from "../../core/handler";
import { isJsonObject, pick, type JsonObject } from "../../values/json";

/**
 * Up to and including version 0.1.0, states kept credentials beside the sources, under the name of the bucket or the
 * position of the source.
 */
export const olderStates: OlderStates = {
  properties: ["s3Credentials"],
  upgrade: ({ s3Credentials, ...rest }) => {
    const { sources } = rest;
    return isJsonObject(s3Credentials) && Array.isArray(sources)
      ? { ...rest, sources: sources.map((source, index) => withCredentials(source, index, s3Credentials)) }
      : rest;
  },
};

function withCredentials(source: unknown, index: number, beside: JsonObject): unknown {
  const config = isJsonObject(source) ? source.config : undefined;
  if (!isJsonObject(source) || !isJsonObject(config)) {
    return source;
  }
  const [found] = [String(config.s3BucketName), `sources[${index}]`].map((key) => beside[key]).filter(isJsonObject);
  const credentials = { s3AccessKeyId: found?.accessKeyId, s3SecretAccessKey: found?.secretAccessKey };
  return { ...source, config: { ...config, ...pick(credentials, (_, value) => value !== undefined) } };
}
