import type { CloudScope } from "../../api/calls/path";
import type { Connection } from "../../api/connection";
import { describeError } from "../../api/failures/errors";
import type { Config } from "../../config/config";
import { callDataSource, DataSourceFailure, type DataSource } from "../../core/data-source";
import { toPrintable, toPrintableLine } from "../../core/engine-text";
import { cloudFunction, toFunction } from "../../data/cloud-function/source";
import { images } from "../../data/image/source";
import type { GetOriginGroupResult } from "../../data/origin-group/fields";
import { originGroups } from "../../data/origin-group/source";
import { snapshots } from "../../data/snapshot/source";
import { formatFunctionId, formatSnapshotId } from "../../model/resource-ids";
import { describeScope } from "../../model/scope";

/** What can be listed. */
export const kinds = ["groups", "snapshots", "functions", "images"] as const;

/** One of `kinds`. */
export type Kind = (typeof kinds)[number];

/** An object that `pulumi import` can import. */
export interface Importable {
  type: string;
  /** What it is called on the platform. */
  name: string;
  id: string;
  /** The namespace that a function is in. */
  namespace?: string;
  /** What a function has that is secret after an import. */
  secrets?: readonly string[];
  /** Why `pulumi import` alone does not end in "unchanged"; then it is not written into the file. */
  leftOut?: string;
}

/** The objects of one kind in the account. */
export interface Section {
  kind: Kind;
  title: string;
  /** What to do with the IDs. */
  use?: string;
  columns?: readonly string[];
  rows?: readonly (readonly string[])[];
  importable?: readonly Importable[];
  /** Why the list could not be read. */
  failure?: string;
  /** Why it was not requested. */
  skipReason?: string;
}

/** The account that is listed. */
interface Account {
  config: Config;
  connection: Connection;
}

/** As `getFunction`, but many functions of a namespace are read together. */
const listedFunction: typeof cloudFunction = {
  ...cloudFunction,
  read: async (connection, ref) => toFunction(ref, await connection.functions.read(ref)),
};

const titles = { groups: "Origin groups", snapshots: "Snapshots", functions: "Functions", images: "Images" } as const;

/** Lists what is on the account; a list that cannot be read becomes a section that says why. */
export function listAccount(
  account: Account,
  selectedKinds: readonly Kind[],
  functionNames: readonly string[],
): Promise<Section[]> {
  return Promise.all(
    selectedKinds.map(async (kind) => {
      try {
        return { kind, title: titles[kind], ...(await listKind(account, kind, functionNames)) };
      } catch (error) {
        if (!(error instanceof DataSourceFailure)) {
          throw error;
        }
        return { kind, title: titles[kind], failure: describeError(error) };
      }
    }),
  );
}

type Listed = Omit<Section, "kind" | "title">;

async function listKind(
  account: Account,
  kind: Kind,
  functionNames: readonly string[],
): Promise<Listed & { title?: string }> {
  const { projectId, regionId } = account.config;
  if (kind === "groups") {
    return listGroups(account);
  }
  if (projectId === undefined || regionId === undefined) {
    return { skipReason: "edgecloud:projectId or edgecloud:regionId is not set" };
  }
  const scope = { projectId, regionId };
  const list = { snapshots: listSnapshots, functions: listFunctions, images: listImages }[kind];
  return { title: `${titles[kind]} of ${describeScope(scope)}`, ...(await list(account, scope, functionNames)) };
}

async function listGroups(account: Account): Promise<Listed> {
  const groups = await read(account, originGroups, {});
  return {
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
}

function describeGroup(group: GetOriginGroupResult): string {
  const use = group.hasRelatedResources ? "in use" : "";
  const bucket = hasBucket(group) ? "private bucket: the platform does not return its credentials" : "";
  return [use, bucket].filter(Boolean).join("; ");
}

/** Whether the group has credentials, which an import does not bring. */
function hasBucket({ sources, auth }: GetOriginGroupResult): boolean {
  return auth !== null || sources.some(({ originType }) => originType === "s3");
}

async function listSnapshots(account: Account, scope: CloudScope): Promise<Listed> {
  const found = await read(account, snapshots, scope);
  const formatId = (snapshotId: string) => formatSnapshotId({ ...scope, snapshotId });
  return {
    use: "import with the ID, or adopt with its last part as snapshotId",
    columns: ["ID", "NAME", "STATUS"],
    rows: found.map(({ id, name, status }) => [formatId(id), name, status]),
    importable: found.map(({ id, name }) => ({ type: "edgecloud:index:SnapshotAttributes", name, id: formatId(id) })),
  };
}

async function listFunctions(account: Account, scope: CloudScope, names: readonly string[]): Promise<Listed> {
  if (names.length === 0) {
    return { skipReason: "functions are listed by namespace only; name them with --function NAMESPACE/NAME" };
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
  return {
    use: "import with the ID, or adopt with namespace, name and adopt: true",
    columns: ["ID", "RUNTIME", "STATUS"],
    rows: found.map((one) => [formatFunctionId(one), one.runtime ?? "", one.status ?? ""]),
    importable: found.map((one) => {
      const { name, namespace, code, dependencies, envs } = one;
      const secrets = [...Object.values(envs ?? {}), code ?? "", dependencies ?? ""];
      return { type: "edgecloud:index:CloudFunction", name, id: formatFunctionId(one), namespace, secrets };
    }),
  };
}

async function listImages(account: Account, scope: CloudScope): Promise<Listed> {
  const found = await read(account, images, scope);
  return {
    use: "not managed; look one up with getImage({ imageId })",
    columns: ["ID", "NAME", "STATUS"],
    rows: found.map(({ id, name, status }) => [id, name, status]),
  };
}

function read<Args, Query, Result>(
  { config, connection }: Account,
  source: DataSource<Args, Query, Result>,
  args: Args,
): Promise<Result> {
  return callDataSource(source, args, { loadConfig: () => config, connect: () => connection });
}

/** Formats a section as a heading and a table. */
export function formatSection({ title, use, columns = [], rows = [], failure, skipReason }: Section): string {
  const reason = failure ?? skipReason;
  if (reason !== undefined) {
    return `${title}: ${failure === undefined ? "not listed" : "FAILED"}\n  ${toPrintable(reason)}\n`;
  }
  return rows.length === 0 ? `${title}: none\n` : `${title}: ${use}\n${formatTable([columns, ...rows])}`;
}

function formatTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(toPrintableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const formatRow = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `  ${formatRow(row).trimEnd()}\n`).join("");
}
