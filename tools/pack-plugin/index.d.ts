/**
 * Writes what `pulumi plugin install` takes: an archive of the built plugin in `source` for each platform that Pulumi
 * knows, and a file with their checksums. The same files give the same bytes. Answers the names of the files.
 */
export function packPlugin(folders: { source: string; target: string }): string[];
