import * as z from "zod";
import type { CloudScope } from "../../api/calls/path";
import type { Connection } from "../../api/connection";
import { describeError } from "../../api/failures/errors";
import type { Config } from "../../config/config";
import { callDataSource, DataSourceFailure, type DataSource } from "../../core/data-source";
import type { ResourceDefinition } from "../../core/handler";
import { toPrintable, toPrintableLine } from "../../core/engine-text";
import { cloudFunction, toFunction } from "../../data/cloud-function/source";
import type { GetFunctionNamespaceResult } from "../../data/function-namespace/functions";
import { toNamespace } from "../../data/function-namespace/source";
import { images } from "../../data/image/source";
import type { GetOriginGroupResult } from "../../data/origin-group/functions";
import { originGroups } from "../../data/origin-group/source";
import { snapshots } from "../../data/snapshot/source";
import { describeScope } from "../../model/scope";
import { resources } from "../../resources/index";

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

/** No function of programs lists namespaces. */
const listedNamespaces: DataSource<CloudScope, CloudScope, GetFunctionNamespaceResult[]> = {
  name: "namespaces",
  args: z.strictObject({ projectId: z.int(), regionId: z.int() }),
  toQuery: (scope) => scope,
  describe: (scope) => `the namespaces of ${describeScope(scope)}`,
  read: async ({ namespaces }, scope) =>
    (await namespaces.list(scope)).map((found) => toNamespace({ ...scope, name: found.name }, found)),
};

type ResourceName = keyof typeof resources;

/** What a list has found. */
interface Found {
  /** What to do with the IDs. */
  use: string;
  /** The headings of what is shown beside the ID. */
  columns: readonly string[];
  objects: readonly FoundObject[];
}

interface FoundObject extends Omit<Importable, "type" | "id"> {
  /** Its ID, or the properties of which its resource makes one. */
  id: string | object;
  /** What is shown beside the ID. */
  cells: readonly string[];
}

/** How one kind of object is listed. */
interface Listing {
  title: string;
  /** The resource that manages such an object; images are only looked up. */
  resource?: ResourceName;
  /** The objects of the account, or of a project and a region. A text says why they are not listed. */
  list: { ofAccount: (account: Account) => Promise<Found> } | { ofScope: ListScope };
}

type ListScope = (account: Account, scope: CloudScope, functionNames: readonly string[]) => Promise<Found | string>;

const listings = {
  groups: { title: "Origin groups", resource: "OriginGroup", list: { ofAccount: listGroups } },
  snapshots: { title: "Snapshots", resource: "SnapshotAttributes", list: { ofScope: listSnapshots } },
  namespaces: { title: "Namespaces of functions", resource: "FunctionNamespace", list: { ofScope: listNamespaces } },
  functions: { title: "Functions", resource: "CloudFunction", list: { ofScope: listFunctions } },
  images: { title: "Images", list: { ofScope: listImages } },
} as const satisfies Record<string, Listing>;

/** One of `kinds`. */
export type Kind = keyof typeof listings;

/** What can be listed. */
export const kinds = Object.keys(listings) as readonly Kind[];

/** What can be imported. */
export const importableKinds = kinds.filter((kind) => "resource" in listings[kind]);

/** Lists what is on the account; a list that cannot be read becomes a section that says why. */
export function listAccount(
  account: Account,
  selectedKinds: readonly Kind[],
  functionNames: readonly string[],
): Promise<Section[]> {
  return Promise.all(
    selectedKinds.map(async (kind) => {
      const { title } = listings[kind];
      try {
        return { kind, ...(await listKind(account, listings[kind], functionNames)) };
      } catch (error) {
        if (!(error instanceof DataSourceFailure)) {
          throw error;
        }
        return { kind, title, failure: describeError(error) };
      }
    }),
  );
}

async function listKind(
  account: Account,
  { title, resource, list }: Listing,
  functionNames: readonly string[],
): Promise<Omit<Section, "kind">> {
  const { projectId, regionId } = account.config;
  if ("ofAccount" in list) {
    return { title, ...toSection(await list.ofAccount(account), resource) };
  }
  if (projectId === undefined || regionId === undefined) {
    return { title, skipReason: "edgecloud:projectId or edgecloud:regionId is not set" };
  }
  const scope = { projectId, regionId };
  const found = await list.ofScope(account, scope, functionNames);
  const listed = typeof found === "string" ? { skipReason: found } : toSection(found, resource);
  return { title: `${title} of ${describeScope(scope)}`, ...listed };
}

function toSection({ use, columns, objects }: Found, resource?: ResourceName): Omit<Section, "kind" | "title"> {
  const definition = resource && (resources[resource] as ResourceDefinition<object, object>);
  const all = objects.map(({ id, cells, ...object }) => {
    const shown = typeof id === "string" ? id : (definition?.findId(id) ?? "");
    return { row: [shown, ...cells], importable: { ...object, type: `edgecloud:index:${resource}`, id: shown } };
  });
  const importable = definition && { importable: all.map((one) => one.importable) };
  return { use, columns: ["ID", ...columns], rows: all.map(({ row }) => row), ...importable };
}

async function listGroups(account: Account): Promise<Found> {
  const groups = await read(account, originGroups, {});
  return {
    use: "import with the ID, or adopt with originGroupId",
    columns: ["NAME", ""],
    objects: groups.map((group) => ({
      id: group,
      name: group.name,
      cells: [group.name, describeGroup(group)],
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

async function listSnapshots(account: Account, scope: CloudScope): Promise<Found> {
  const found = await read(account, snapshots, scope);
  return {
    use: "import with the ID, or adopt with its last part as snapshotId",
    columns: ["NAME", "STATUS"],
    objects: found.map(({ id, name, status }) => ({ id: { ...scope, snapshotId: id }, name, cells: [name, status] })),
  };
}

async function listNamespaces(account: Account, scope: CloudScope): Promise<Found> {
  const found = await read(account, listedNamespaces, scope);
  return {
    use: "import with the ID, or adopt with name and adopt: true",
    columns: ["STATUS", "FUNCTIONS"],
    objects: found.map(({ name, status, envs, functionNames }) => ({
      id: { ...scope, name },
      name,
      secrets: Object.values(envs ?? {}),
      cells: [status ?? "", functionNames.join(", ")],
    })),
  };
}

async function listFunctions(account: Account, scope: CloudScope, names: readonly string[]): Promise<Found | string> {
  if (names.length === 0) {
    return "functions are listed by namespace only; name them with --function NAMESPACE/NAME";
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
    columns: ["RUNTIME", "STATUS"],
    objects: found.map((one) => {
      const { name, namespace, code, dependencies, envs } = one;
      const secrets = [...Object.values(envs ?? {}), code ?? "", dependencies ?? ""];
      return { id: one, name, namespace, secrets, cells: [one.runtime ?? "", one.status ?? ""] };
    }),
  };
}

async function listImages(account: Account, scope: CloudScope): Promise<Found> {
  const found = await read(account, images, scope);
  return {
    use: "not managed; look one up with getImage({ imageId })",
    columns: ["NAME", "STATUS"],
    objects: found.map(({ id, name, status }) => ({ id, name, cells: [name, status] })),
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
