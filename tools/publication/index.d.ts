/** Where the package lives; an empty text is not decided yet. */
export interface Publication {
  /** The address of the Git repository for people, such as `https://example.com/team/edgecloud`. */
  repository: string;
  homepage: string;
  /** Where users say what is wrong. */
  bugs: string;
  /** The name that the registry shows. */
  publisher: string;
  logoUrl: string;
  /** The folder with the archives of the plugin, from which Pulumi installs it without being asked. */
  pluginDownloadUrl: string;
}

/** What `publication.json` says. Throws if one of the addresses is none. */
export function readPublication(): Publication;

/** What is not decided yet. */
export function missingIn(publication: Publication): (keyof Publication)[];

/** What the `package.json` of a workspace says of it; undefined is left out. */
export function manifestFields(
  publication: Publication,
  workspace: string,
): {
  homepage?: string;
  bugs?: { url: string };
  repository?: { type: string; url: string; directory: string };
  /** Where the classes of `pulumi-edgecloud/plugin` find the plugin of their version. */
  pulumi?: { resource: boolean; name: string; server: string };
};

/** What the package schema says of it, from which SDKs and the pages of a registry are made; undefined is left out. */
export function schemaFields(publication: Publication): {
  homepage?: string;
  repository?: string;
  publisher?: string;
  logoUrl?: string;
  pluginDownloadURL?: string;
};

/**
 * The path by which Go programs import the SDK that `pulumi package add` makes for them. It is the one that the command
 * prints: Pulumi derives it of the repository, whatever the schema says.
 */
export function goImport(publication: Publication): string;
