const UNRELEASED = "## [Unreleased]\n";

/**
 * The changelog with what is unreleased below the heading of a new version. Throws if nothing is unreleased, or if the
 * version is there already.
 */
export function withVersion(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n## [${version}]`)) {
    throw new Error(`CHANGELOG.md already has version ${version}.`);
  }
  if (readSection(changelog, UNRELEASED) === "") {
    throw new Error("CHANGELOG.md says nothing below [Unreleased]: there is nothing to release.");
  }
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${date}\n`);
}

/** Reads the notes of a version, without their heading. Throws if the changelog does not name the version. */
export function readNotes(changelog: string, version: string): string {
  const heading = changelog.split("\n").find((line) => line.startsWith(`## [${version}] - `));
  if (heading === undefined) {
    throw new Error(
      `CHANGELOG.md does not name version ${version}: run \`npm run release -- version ${version}\` first.`,
    );
  }
  return readSection(changelog, heading);
}

function readSection(changelog: string, heading: string): string {
  const [, after = ""] = changelog.split(heading);
  return (after.split(/^## /m)[0] ?? "").trim();
}
