import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";

export interface DataKind {
  sources: readonly DataSource<unknown, unknown, unknown>[];
  listing?: Listing;
}

export interface Listing {
  /** What `pulumi-edgecloud list` calls them. */
  kind: string;
  title: string;
  /** The type of the resource that manages such an object; without one, objects can only be looked up. */
  resource?: string;
  /** What to do with the IDs. */
  use: string;
  /** The headings of the columns after the ID. */
  columns: readonly string[];
  /** Whether the list is of the whole account, and not of a project and a region. */
  isAccountWide?: true;
  list: (connection: Connection, scope: CloudScope) => Promise<readonly ListedObject[]>;
}

export interface ListedObject {
  /** Its ID, or the properties from which its resource builds the ID. */
  id: string | object;
  name: string;
  cells: readonly string[];
  /** What to do after `pulumi import`; an object that needs it is not written into the import file. */
  nextStep?: string;
}
