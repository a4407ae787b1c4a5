import { readFileSync } from "node:fs";
import path from "node:path";
import { packPlugin } from "../../../tools/pack-plugin";
import { pulumi } from "./pulumi-command";

const plugin = path.resolve(__dirname, "../../../provider/plugin");

/** The schema of the built plugin. */
export const schema = JSON.parse(readFileSync(path.join(plugin, "schema.json"), "utf8")) as { version: string };

const systems: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64" };
const platform = `${systems[process.platform] ?? process.platform}-${architectures[process.arch] ?? process.arch}`;

/** The name of the archive for this machine. */
export const archive = `pulumi-resource-edgecloud-v${schema.version}-${platform}.tar.gz`;

/** Packs the built plugin into a folder, and returns its path. */
export function pack(folder: string): string {
  const target = path.join(folder, "packed");
  packPlugin({ source: plugin, target });
  return target;
}

/** Runs `pulumi plugin install` for the plugin, with more arguments. */
export function install(env: Record<string, string>, ...more: string[]): Promise<string> {
  return pulumi(__dirname, env, ["plugin", "install", "resource", "edgecloud", `v${schema.version}`, ...more]);
}
