import type { CloudScope } from "../api/calls/path";
import type { Connection } from "../api/connection";
import type { DataSource } from "../core/data-source";

/** Without a `listing`, `pulumi-edgecloud list` does not show the objects of this kind. */
export interface DataKind {
  sources: readonly DataSource<unknown, unknown, unknown>[];
  listing?: Listing;
}

export interface Listing {
  /** The plural that `pulumi-edgecloud list` takes as an argument, such as `images`. */
  kind: string;
  title: string;
  /** The resource that manages these objects, such as `OriginGroup`, if any. */
  resource?: string;
  /** What users can do with the IDs, shown above the table. */
  use: string;
  /** The headings of the columns that follow the ID. */
  columns: readonly string[];
  /** Set if the objects belong to the whole account. `list` must then ignore its `scope`, in which the IDs may be 0. */
  isAccountWide?: true;
  list: (connection: Connection, scope: CloudScope) => Promise<readonly ListedObject[]>;
}

export interface ListedObject {
  /** The ID of the object, or the properties from which its resource builds the ID. */
  id: string | object;
  name: string;
  cells: readonly string[];
  /** What the user must do after `pulumi import`. The import file leaves out objects with a next step. */
  nextStep?: string;
}
