import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./paths";

/** Where the package lives; an empty text is not decided yet. */
export interface Publication {
  /** The address of the Git repository for people, such as `https://example.com/team/edgecloud`. */
  readonly repository: string;
  readonly homepage: string;
  readonly bugs: string;
  /** The name that the registry shows. */
  readonly publisher: string;
  readonly logoUrl: string;
  /** The folder with the archives of the plugin, from which Pulumi installs it by itself. */
  readonly pluginDownloadUrl: string;
}

/** The fields of a `package.json` that depend on where the package lives; undefined ones are left out. */
export interface ManifestFields {
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string };
  /** Where the classes of `pulumi-edgecloud/plugin` find the plugin of their version. */
  readonly pulumi?: { readonly resource: boolean; readonly name: string; readonly server: string };
}

/** The fields of the package schema that depend on where the package lives; undefined ones are left out. */
export interface SchemaFields {
  readonly homepage?: string;
  readonly repository?: string;
  readonly publisher?: string;
  readonly logoUrl?: string;
  readonly pluginDownloadURL?: string;
}

const FILE = "publication.json";

const ADDRESSES = ["repository", "homepage", "bugs", "logoUrl", "pluginDownloadUrl"] as const;

/** Reads `publication.json`; throws if an address in it is malformed. */
export function readPublication(): Publication {
  const publication = JSON.parse(fs.readFileSync(path.join(ROOT, FILE), "utf8")) as Publication;
  const wrong = ADDRESSES.filter(
    (key) => publication[key] !== "" && !/^https:\/\/[^/]+\/.+[^/]$/.test(publication[key]),
  );
  if (wrong.length > 0) {
    throw new Error(
      `${FILE}: ${wrong.join(", ")} must be an address such as https://example.com/edgecloud, without a slash at the end.`,
    );
  }
  return publication;
}

/** Writes a publication as fields of the `package.json` of a workspace. */
export function toManifestFields(publication: Publication, workspace: string): ManifestFields {
  const { repository, homepage, bugs, pluginDownloadUrl } = publication;
  const hasPlugin = workspace === "provider" && pluginDownloadUrl !== "";
  return {
    homepage: homepage || undefined,
    bugs: bugs === "" ? undefined : { url: bugs },
    repository: repository === "" ? undefined : { type: "git", url: `git+${repository}.git`, directory: workspace },
    // As in the packages that Pulumi generates, except for `resource`: not every program needs the plugin.
    pulumi: hasPlugin ? { resource: false, name: "edgecloud", server: pluginDownloadUrl } : undefined,
  };
}

/** Writes a publication as fields of the package schema, for SDKs and the pages of a registry. */
export function toSchemaFields(publication: Publication): SchemaFields {
  return {
    homepage: publication.homepage || undefined,
    repository: publication.repository || undefined,
    publisher: publication.publisher || undefined,
    logoUrl: publication.logoUrl || undefined,
    pluginDownloadURL: publication.pluginDownloadUrl || undefined,
  };
}

/**
 * Derives the path by which Go programs import the SDK that `pulumi package add` makes for them. Pulumi derives the same
 * one from the repository, and prints it, whatever the schema says.
 */
export function deriveGoImport({ repository }: Publication): string {
  const { host, pathname } = new URL(repository || "https://example.com/pulumi-edgecloud");
  return `${host}${pathname}/sdk/go/edgecloud`;
}
