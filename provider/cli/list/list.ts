import type { Connection } from "../../api/connection";
import { describeError } from "../../api/failures/errors";
import type { CloudScope } from "../../api/calls/path";
import type { Config } from "../../config/config";
import { callDataSource, DataSourceFailure, type DataSource } from "../../core/data-source";
import { cloudFunction, toFunction } from "../../data/cloud-function/source";
import { images } from "../../data/image/source";
import type { GetOriginGroupResult } from "../../data/origin-group/fields";
import { originGroups } from "../../data/origin-group/source";
import { formatFunctionId, formatSnapshotId } from "../../model/resource-ids";
import { describeScope } from "../../model/scope";
import { snapshots } from "../../data/snapshot/source";
import type { Section } from "./section";

/** What can be listed. */
export const kinds = ["groups", "snapshots", "functions", "images"] as const;

/** One of `kinds`. */
export type Kind = (typeof kinds)[number];

/** What was listed of a kind. */
export interface KindSection extends Section {
  kind: Kind;
}

/** The account that is listed. */
export interface Account {
  config: Config;
  connection: Connection;
}

/** As `getFunction`, but many functions of a namespace are read together. */
const listedFunction: typeof cloudFunction = {
  ...cloudFunction,
  read: async (connection, ref) => toFunction(ref, await connection.functions.read(ref)),
};

/** Lists what is on the account; a list that cannot be read becomes a section that says why. */
export function listAccount(
  account: Account,
  selectedKinds: readonly Kind[],
  functionNames: readonly string[],
): Promise<KindSection[]> {
  return Promise.all(selectedKinds.map(async (kind) => ({ kind, ...(await listKind(account, kind, functionNames)) })));
}

function listKind(account: Account, kind: Kind, functionNames: readonly string[]): Promise<Section> {
  switch (kind) {
    case "groups":
      return listGroups(account);
    case "snapshots":
      return listInScope("Snapshots", account, (scope) => listSnapshots(account, scope));
    case "functions":
      return listInScope("Functions", account, (scope) => listFunctions(account, scope, functionNames));
    case "images":
      return listInScope("Images", account, (scope) => listImages(account, scope));
  }
}

function listGroups(account: Account): Promise<Section> {
  return catchFailure("Origin groups", async () => {
    const groups = await read(account, originGroups, {});
    return {
      title: "Origin groups",
      use: "import with the ID, or adopt with originGroupId",
      columns: ["ID", "NAME", ""],
      rows: groups.map((group) => [String(group.originGroupId), group.name, describeGroup(group)]),
      importable: groups.map((group) => ({
        type: "edgecloud:index:OriginGroup",
        name: group.name,
        id: String(group.originGroupId),
        leftOut: hasBucket(group) ? "then write its credentials into the program" : undefined,
      })),
    };
  });
}

function describeGroup(group: GetOriginGroupResult): string {
  const remarks = [
    group.hasRelatedResources ? "in use" : undefined,
    hasBucket(group) ? "private bucket: the platform does not return its credentials" : undefined,
  ];
  return remarks.filter((remark) => remark !== undefined).join("; ");
}

/** Whether the group has credentials, which an import does not bring. */
function hasBucket({ sources, auth }: GetOriginGroupResult): boolean {
  return auth !== null || sources.some(({ originType }) => originType === "s3");
}

async function listSnapshots(account: Account, scope: CloudScope): Promise<Section> {
  const found = await read(account, snapshots, scope);
  const formatId = (snapshotId: string) => formatSnapshotId({ ...scope, snapshotId });
  return {
    title: `Snapshots of ${describeScope(scope)}`,
    use: "import with the ID, or adopt with its last part as snapshotId",
    columns: ["ID", "NAME", "STATUS"],
    rows: found.map(({ id, name, status }) => [formatId(id), name, status]),
    importable: found.map(({ id, name }) => ({ type: "edgecloud:index:SnapshotAttributes", name, id: formatId(id) })),
  };
}

async function listFunctions(account: Account, scope: CloudScope, names: readonly string[]): Promise<Section> {
  const title = `Functions of ${describeScope(scope)}`;
  if (names.length === 0) {
    return skipSection(title, "functions are listed by namespace only; name them with --function NAMESPACE/NAME");
  }
  const found = await Promise.all(
    names.map((text) => {
      const [, namespace, name] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
      if (namespace === undefined || name === undefined) {
        throw new Error(`--function takes NAMESPACE/NAME, not "${text}"`);
      }
      return read(account, listedFunction, { ...scope, namespace, name });
    }),
  );
  const formatId = ({ namespace, name }: { namespace: string; name: string }) =>
    formatFunctionId({ ...scope, namespace, name });
  return {
    title,
    use: "import with the ID, or adopt with namespace, name and adopt: true",
    columns: ["ID", "RUNTIME", "STATUS"],
    rows: found.map((one) => [formatId(one), one.runtime ?? "", one.status ?? ""]),
    importable: found.map((one) => {
      const { name, namespace, code, dependencies, envs } = one;
      const secrets = [...Object.values(envs ?? {}), code ?? "", dependencies ?? ""];
      return { type: "edgecloud:index:CloudFunction", name, id: formatId(one), namespace, secrets };
    }),
  };
}

async function listImages(account: Account, scope: CloudScope): Promise<Section> {
  const found = await read(account, images, scope);
  return {
    title: `Images of ${describeScope(scope)}`,
    use: "not managed; look one up with getImage({ imageId })",
    columns: ["ID", "NAME", "STATUS"],
    rows: found.map(({ id, name, status }) => [id, name, status]),
    importable: [],
  };
}

function listInScope(
  title: string,
  { config }: Account,
  listSection: (scope: CloudScope) => Promise<Section>,
): Promise<Section> {
  const { projectId, regionId } = config;
  return projectId === undefined || regionId === undefined
    ? Promise.resolve(skipSection(title, "edgecloud:projectId or edgecloud:regionId is not set"))
    : catchFailure(title, () => listSection({ projectId, regionId }));
}

async function catchFailure(title: string, listSection: () => Promise<Section>): Promise<Section> {
  try {
    return await listSection();
  } catch (error) {
    if (!(error instanceof DataSourceFailure)) {
      throw error;
    }
    return { ...skipSection(title, ""), failure: describeError(error) };
  }
}

function skipSection(title: string, skipReason: string): Section {
  return { title, use: "", columns: [], rows: [], importable: [], skipReason };
}

function read<Args, Query, Result>(
  { config, connection }: Account,
  source: DataSource<Args, Query, Result>,
  args: Args,
): Promise<Result> {
  return callDataSource(source, args, { loadConfig: () => config, connect: () => connection });
}
