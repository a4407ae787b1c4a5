import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";

export interface DataKind {
  sources: readonly DataSource<unknown, unknown, unknown>[];
  listing?: Listing;
}

export interface Listing {
  /** What the command calls them. */
  kind: string;
  title: string;
  /** The type of the resource that manages such an object; without one, an object is only looked up. */
  resource?: string;
  /** What to do with the IDs. */
  use: string;
  /** The headings of the cells, which stand beside the ID. */
  columns: readonly string[];
  /** Whether the list is of the whole account, and not of a project and a region. */
  isOfAccount?: true;
  list: (connection: Connection, scope: CloudScope) => Promise<readonly ListedObject[]>;
}

export interface ListedObject {
  /** Its ID, or the properties of which its resource makes one. */
  id: string | object;
  name: string;
  cells: readonly string[];
  /** Why `pulumi import` alone does not end in "unchanged"; then it is not written into the file. */
  leftOut?: string;
}
