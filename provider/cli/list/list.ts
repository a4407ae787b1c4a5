import type { Connection } from "../../api/connection";
import { describeError } from "../../api/failures/errors";
import type { Config } from "../../config/config";
import { DataSourceFailure, explainFailures } from "../../core/data-source";
import { toPrintable, toPrintableLine } from "../../core/engine-text";
import type { ResourceDefinition } from "../../core/handler";
import { listings } from "../../data/index";
import type { ListedObject, Listing } from "../../data/listing";
import { describeScope } from "../../model/scope";
import { resources } from "../../resources/index";

/** An object that `pulumi import` can import. */
export interface Importable extends Omit<ListedObject, "cells"> {
  type: string;
  id: string;
}

/** The objects of one kind in the account. */
export interface Section {
  kind: string;
  /** A heading and a table, or why there is none. */
  text: string;
  importable: readonly Importable[];
  hasFailed: boolean;
}

/** What can be listed. */
export const kinds = Object.keys(listings);

/** What can be imported. */
export const importableKinds = kinds.filter((kind) => listings[kind]?.resource !== undefined);

/** Lists what is on the account; a list that cannot be read becomes a section that says why. */
export function listAccount(
  config: Config,
  connection: Connection,
  selectedKinds: readonly string[],
): Promise<Section[]> {
  return Promise.all(
    selectedKinds.map(async (kind) => {
      const listing = listings[kind] as Listing;
      try {
        return await listKind(kind, listing, config, connection);
      } catch (error) {
        if (!(error instanceof DataSourceFailure)) {
          throw error;
        }
        const text = `${listing.title}: FAILED\n  ${toPrintable(describeError(error))}\n`;
        return { kind, text, importable: [], hasFailed: true };
      }
    }),
  );
}

async function listKind(
  kind: string,
  { title, list, use, columns, resource }: Listing,
  { projectId, regionId, apiKey }: Config,
  connection: Connection,
): Promise<Section> {
  let place = "";
  let read: () => Promise<readonly ListedObject[]>;
  if ("ofAccount" in list) {
    read = () => list.ofAccount(connection);
  } else if (projectId === undefined || regionId === undefined) {
    const text = `${title}: not listed\n  edgecloud:projectId or edgecloud:regionId is not set\n`;
    return { kind, text, importable: [], hasFailed: false };
  } else {
    place = ` of ${describeScope({ projectId, regionId })}`;
    read = () => list.ofScope(connection, { projectId, regionId });
  }
  const objects = await explainFailures(
    { name: kind, subject: `the list of ${kind}${place}`, secrets: [apiKey] },
    read,
  );
  const definition = resources[resource as keyof typeof resources] as ResourceDefinition<object, object> | undefined;
  const found = objects.map(({ id, cells, ...object }) => {
    const shown = typeof id === "string" ? id : (definition?.findId(id) ?? "");
    return { row: [shown, ...cells], importable: { ...object, type: `edgecloud:index:${resource}`, id: shown } };
  });
  const table = formatTable([["ID", ...columns], ...found.map(({ row }) => row)]);
  return {
    kind,
    text: found.length === 0 ? `${title}${place}: none\n` : `${title}${place}: ${use}\n${table}`,
    importable: definition ? found.map(({ importable }) => importable) : [],
    hasFailed: false,
  };
}

function formatTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(toPrintableLine));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const formatRow = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `  ${formatRow(row).trimEnd()}\n`).join("");
}
