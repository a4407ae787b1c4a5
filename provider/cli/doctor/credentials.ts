import * as z from "zod";
import {
  credentialSourceSchema,
  describeCredentialSource,
  readCredential,
  type CredentialSource,
} from "../../config/credential-source";
import { isJsonObject } from "../../values/json";
import { ownType, parseUrnName } from "../../values/urn";
import { runPulumi } from "../settings";
import { ok, warning, type Finding } from "./finding";

const resource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).optional(),
});

const exported = z.looseObject({ deployment: z.looseObject({ resources: z.array(resource).optional() }).nullish() });

/** A credential that a resource of the stack names. */
interface Use {
  source: CredentialSource;
  /** Which property of which resource, in words. */
  user: string;
}

/** Whether this process can read the credentials that the stack has named at its last `pulumi up`. */
export async function checkCredentials(folder: string, stack: string | undefined): Promise<Finding[]> {
  const found = await runPulumi(folder, ["stack", "export"], stack);
  // A stack that cannot be read is a finding of its own.
  return "output" in found ? describeCredentials(found.output) : [];
}

/** A finding for each source that the resources of an exported state name. Exported for tests. */
export function describeCredentials(state: string): Finding[] {
  const { deployment } = exported.parse(JSON.parse(state));
  const own = (deployment?.resources ?? []).filter(({ type }) => ownType.test(type));
  const uses = own.flatMap(({ urn, inputs }) => findUses(inputs, parseUrnName(urn)));
  const sources = new Map(uses.map(({ source }) => [describeCredentialSource(source), source]));
  return [...sources].map(([name, source]) => {
    const users = uses.filter((use) => describeCredentialSource(use.source) === name).map(({ user }) => user);
    const [result, usage] = [readCredential(source), `(${[...new Set(users)].join(", ")})`];
    const advice = "Run doctor where `pulumi up` runs, with the same environment and files";
    return "value" in result
      ? ok("credentials", `${name} can be read ${usage}`)
      : warning("credentials", `${name} ${result.problem} ${usage}`, advice);
  });
}

/** Finds names: properties that end in `From`, with a source or a map of sources. */
function findUses(value: unknown, resource: string): Use[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([property, child]: [string, unknown]) => {
    if (!property.endsWith("From") || !isJsonObject(child)) {
      return findUses(child, resource);
    }
    const inMap = Object.entries(child).map(([key, own]) => [`${property}.${key}`, own] as const);
    return [[property, child] as const, ...inMap].flatMap(([path, given]) => {
      const { data: source } = credentialSourceSchema.safeParse(given);
      return source ? [{ source, user: `${path} of ${resource}` }] : [];
    });
  });
}
