import { readFileSync } from "node:fs";
import path from "node:path";
import type { Project } from "./project";

const root = path.resolve(__dirname, "../..");

/** The command of a development dependency of the repository. */
function binOf(name: string): string {
  const folder = path.join(root, "node_modules", name);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  return path.join(folder, Object.values(bin)[0] ?? "");
}

/** How each package manager installs what a project asks for, from that registry and with caches of its own. */
export const managers = {
  npm: (project: Project, registry: string) =>
    project.run("npm", ["install", "--no-audit", "--no-fund", `--registry=${registry}`, "--cache=cache"]),

  pnpm: (project: Project, registry: string) =>
    project.run(process.execPath, [
      ...[binOf("pnpm"), "install", "--ignore-scripts", `--registry=${registry}`],
      ...["--store-dir=cache/store", "--config.cache-dir=cache/metadata", "--config.state-dir=cache/state"],
    ]),

  yarn: (project: Project, registry: string) => {
    // The file makes the folder a project of its own.
    project.write("yarn.lock", "");
    return project.run(process.execPath, [binOf("@yarnpkg/cli-dist"), "install"], {
      YARN_CACHE_FOLDER: "cache",
      YARN_ENABLE_GLOBAL_CACHE: "false",
      YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      YARN_ENABLE_SCRIPTS: "false",
      YARN_ENABLE_TELEMETRY: "false",
      YARN_GLOBAL_FOLDER: "cache/global",
      YARN_NODE_LINKER: "node-modules",
      // The registry does not know when a version was published.
      YARN_NPM_MINIMAL_AGE_GATE: "0",
      YARN_NPM_REGISTRY_SERVER: registry,
      YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    });
  },
};
