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
  const { projectId, regionId, apiKey } = config;
  const listKind = async (kind: string): Promise<Section> => {
    const { title, list, ...listing } = listings[kind] as Listing;
    const read = async <T>(place: string, work: () => Promise<T>) =>
      explainFailures({ name: kind, subject: `the list of ${kind}${place}`, secrets: [apiKey] }, work);
    if ("ofAccount" in list) {
      return { kind, title, ...toSection(listing, await read("", () => list.ofAccount(connection))) };
    }
    if (projectId === undefined || regionId === undefined) {
      return { kind, title, skipReason: "edgecloud:projectId or edgecloud:regionId is not set" };
    }
    const scope = { projectId, regionId };
    const place = ` of ${describeScope(scope)}`;
    const found = await read(place, () => list.ofScope(connection, scope));
    return { kind, title: title + place, ...toSection(listing, found) };
  };
  return Promise.all(
    selectedKinds.map((kind) =>
      listKind(kind).catch((error: unknown) => {
        if (!(error instanceof DataSourceFailure)) {
          throw error;
        }
        return { kind, title: listings[kind]?.title ?? kind, failure: describeError(error) };
      }),
    ),
  );
}

function toSection(
  { use, columns, resource }: Omit<Listing, "title" | "list">,
  objects: readonly ListedObject[],
): Partial<Section> {
  const definition = resources[resource as keyof typeof resources] as ResourceDefinition<object, object> | undefined;
  const all = objects.map(({ id, cells, ...object }) => {
    const shown = typeof id === "string" ? id : (definition?.findId(id) ?? "");
    return { row: [shown, ...cells], importable: { ...object, type: `edgecloud:index:${resource}`, id: shown } };
  });
  const importable = definition && { importable: all.map((one) => one.importable) };
  return { use, columns: ["ID", ...columns], rows: all.map(({ row }) => row), ...importable };
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
