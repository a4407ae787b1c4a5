import type { Say } from "./index";

/** A release archive of the Pulumi CLI, and what it must hash to: `sha256:…` or `sha512:…`. */
export interface Archive {
  url: string;
  checksum: string;
}

/** Those of the pinned release, by platform and architecture of Node.js. */
export const ARCHIVES: Readonly<Record<string, Archive>>;

/** Downloads an archive, holds it against its checksum and unpacks it into `<root>/bin`. Rejects if it is another one. */
export function installArchive(archive: Archive, root: string): Promise<void>;

/** Installs the pinned release for this machine; says why, if that does not work. */
export function installOfficial(say: Say): Promise<boolean>;
