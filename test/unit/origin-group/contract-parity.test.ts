import type { Input } from "@pulumi/pulumi";
import { z } from "zod";
import { camelCase, snakeCase } from "../../../provider/api/calls/naming";
import { credentials, upstreamCases } from "../../../provider/model/origin-group";
import { bucketFields } from "../../../provider/model/origin-group-fields";
import type { LegacyAuth, OriginGroupArgs, Source, SourceConfig } from "../../../provider/resources/origin-group/args";
import { expectTypes, type Same } from "../../same-types";
import { argsSchema } from "../../../provider/resources/origin-group/schema";

/** The contract's tables of fields, by their wire names; `true`: required in a request. */
const contract = {
  // Sections 2.1 and 4.1 without what only answers have (id, has_related_resources); sources are not in both forms.
  group: {
    name: true,
    use_next: false,
    proxy_next_upstream: false,
    auth_type: false,
    sources: false,
    path: false,
    auth: false,
  },
  // Section 2.1.1.
  host: { source: true, backup: false, enabled: false, host_header_override: false, origin_type: false },
  s3: { config: true, origin_type: false, backup: false, enabled: false, host_header_override: false },
  edgeapp: { config: true, origin_type: true, backup: false, enabled: false, host_header_override: false },
  // Section 2.1.2.
  s3Config: {
    s3_type: true,
    s3_bucket_name: true,
    s3_region: false,
    s3_storage_hostname: false,
    s3_access_key_id: true,
    s3_secret_access_key: true,
    s3_auth_type: false,
  },
  // Section 2.1.3.
  edgeappConfig: { app_id: true },
  // Section 2.1.4.
  auth: {
    s3_type: true,
    s3_access_key_id: true,
    s3_secret_access_key: true,
    s3_bucket_name: true,
    s3_storage_hostname: false,
    s3_region: false,
  },
} as const;

/** Arguments that are not in the contract, since they control how the resource treats the group. */
const ownArguments = ["originGroupId", "onDestroy"];

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
/** A field that can be named instead is required in a request; its name is no field of the contract. */
type RequiredOf<T> = {
  [K in keyof T as K extends `${string}From` ? never : K]-?: `${K & string}From` extends keyof T
    ? true
    : object extends Pick<T, K>
      ? false
      : true;
};
type Fields<Table> = { -readonly [K in keyof Table & string as Camel<K>]: Table[K] };

/** The argument types have exactly the contract's fields, required where it says so. */
interface TypesMatch {
  group: Same<RequiredOf<Omit<OriginGroupArgs, "originGroupId" | "onDestroy">>, Fields<(typeof contract)["group"]>>;
  source: Same<keyof Source, keyof (Fields<(typeof contract)["host"]> & Fields<(typeof contract)["s3"]>)>;
  config: Same<
    Exclude<keyof SourceConfig, `${string}From`>,
    keyof (Fields<(typeof contract)["s3Config"]> & Fields<(typeof contract)["edgeappConfig"]>)
  >;
  auth: Same<RequiredOf<LegacyAuth>, Fields<(typeof contract)["auth"]>>;
  cases: Same<OriginGroupArgs["proxyNextUpstream"], Input<Input<(typeof upstreamCases)[number]>[]> | undefined>;
}

function keysOf(schema: unknown): string[] {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as unknown) : schema;
  const keys = inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  return keys.filter((key) => !key.endsWith("From"));
}

function names(...tables: object[]): string[] {
  return [...new Set(tables.flatMap((table) => Object.keys(table)))].map(camelCase).sort();
}

const source = argsSchema.shape.sources.unwrap().element;

describe("the arguments are the contract's fields in camelCase", () => {
  it("in the types", () => expectTypes<TypesMatch>());

  it.each([
    ["group", keysOf(argsSchema), [...names(contract.group), ...ownArguments].sort()],
    ["source", keysOf(source), names(contract.host, contract.s3, contract.edgeapp)],
    ["config", keysOf(source.shape.config), names(contract.s3Config, contract.edgeappConfig)],
    ["auth", keysOf(argsSchema.shape.auth), names(contract.auth)],
  ])("in the schema: %s", (_, keys, expected) => {
    expect(keys.sort()).toEqual(expected);
  });

  it.each(Object.values(contract).flatMap((table) => Object.keys(table)))("%s is renamed there and back", (name) => {
    expect(snakeCase(camelCase(name))).toBe(name);
  });

  it.each(Object.entries(bucketFields))("in what is read of a bucket: %s", (form, fields) => {
    const sent = Object.keys(form === "auth" ? contract.auth : { ...contract.s3Config, ...contract.edgeappConfig });
    expect([...fields, ...credentials].map(snakeCase).sort()).toEqual(sent.sort());
  });

  it("with every case of proxy_next_upstream", () => {
    const statuses = [403, 404, 429, 500, 502, 503, 504].map((status) => `http_${status}`);
    expect(upstreamCases).toEqual(["error", "timeout", "invalid_header", ...statuses]);
  });
});
