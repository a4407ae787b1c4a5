import fs from "node:fs";
import path from "node:path";
import prettier from "prettier";
import { withVersion } from "./changelog";
import { WORKSPACES } from "./publish";

interface Manifest {
  version: string;
}

interface Lock extends Manifest {
  readonly packages: Readonly<Record<string, Manifest>>;
}

const CHANGELOG = "CHANGELOG.md";
const LOCK = "package-lock.json";

/** Where pages and manifests name the version that users install. */
const PLACES = ["README.md", "docs", "examples", ...WORKSPACES.map((workspace) => path.join(workspace, "README.md"))];

/** A decision is history, like the changelog: what it says of a version stays true. */
const HISTORY = path.join("docs", "decisions");

/**
 * Writes the version where `npm version` would, which also installs everything anew, and into the changelog, the pages
 * and the examples. Resolves to the files that it has changed; throws before it changes any.
 */
export async function setVersion(root: string, version: string): Promise<string[]> {
  const changed = { ...setInManifests(root, version), ...(await setInPages(root, version)) };
  for (const [file, text] of Object.entries(changed)) {
    fs.writeFileSync(path.join(root, file), text);
  }
  return Object.keys(changed);
}

type Texts = Record<string, string>;

function setInManifests(root: string, version: string): Texts {
  const [today = ""] = new Date().toISOString().split("T");
  const changed: Texts = { [CHANGELOG]: withVersion(read(root, CHANGELOG), version, today) };
  const lock = JSON.parse(read(root, LOCK)) as Lock;
  lock.version = version;
  for (const workspace of ["", ...WORKSPACES]) {
    const locked = lock.packages[workspace];
    if (locked === undefined) {
      throw new Error(`${LOCK} does not have the workspace ${workspace}: run \`npm install\`.`);
    }
    locked.version = version;
    const file = path.join(workspace, "package.json");
    changed[file] = format({ ...(JSON.parse(read(root, file)) as Manifest), version });
  }
  return { ...changed, [LOCK]: format(lock) };
}

async function setInPages(root: string, version: string): Promise<Texts> {
  const { version: old } = JSON.parse(read(root, "package.json")) as Manifest;
  // Only beside a name, because other packages may have a version of the same number.
  const name = String.raw`(?<=(?:edgecloud(?:-emulator)?|\bplugin)["\s:^-]+v?|(?<![-\w])version: )`;
  const named = new RegExp(`${name}${old.replaceAll(".", "\\.")}(?![.\\d]*\\d)`, "g");
  const changed: Texts = {};
  for (const file of PLACES.flatMap((place) => listPages(root, place))) {
    const text = read(root, file);
    const replaced = text.replace(named, version);
    if (replaced !== text) {
      const config = await prettier.resolveConfig(path.join(root, file));
      // The columns of a table are as wide as the version.
      changed[file] = await prettier.format(replaced, { ...config, filepath: file });
    }
  }
  return changed;
}

/** The pages and manifests at a place, which is a file or a folder. */
function listPages(root: string, place: string): string[] {
  if (fs.statSync(path.join(root, place)).isFile()) {
    return /\.md$|^package\.json$/.test(path.basename(place)) ? [place] : [];
  }
  return fs
    .readdirSync(path.join(root, place))
    .filter((name) => name !== "node_modules" && path.join(place, name) !== HISTORY)
    .flatMap((name) => listPages(root, path.join(place, name)));
}

function read(root: string, file: string): string {
  return fs.readFileSync(path.join(root, file), "utf8");
}

function format(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
