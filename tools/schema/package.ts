import fs from "node:fs";
import path from "node:path";
import { deriveGoImport, readPublication, toSchemaFields } from "../publication";
import type { PackageSpec } from "./spec";
import { PROVIDER } from "./surface";

interface Manifest {
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly peerDependencies: Readonly<Record<"@pulumi/pulumi", string>>;
}

/** Describes the package as a whole. Bundling the plugin adds the version, so that a release changes nothing here. */
export function describePackage(): Pick<PackageSpec, "name"> & Record<string, unknown> {
  const manifest = JSON.parse(fs.readFileSync(path.join(PROVIDER, "package.json"), "utf8")) as Manifest;
  const { description, license, keywords, peerDependencies } = manifest;
  // Without this, the version in an SDK is a placeholder for a release process to fill in.
  const respectSchemaVersion = true;
  return {
    name: "edgecloud",
    displayName: "Edge cloud",
    description,
    keywords: [...keywords, "category/cloud", "kind/native"],
    license,
    ...toSchemaFields(readPublication()),
    language: {
      nodejs: {
        // `pulumi-edgecloud` is the package of this repository, which has the same classes and more.
        packageName: "pulumi-edgecloud-sdk",
        packageDescription: description,
        dependencies: peerDependencies,
        respectSchemaVersion,
      },
      python: {
        packageName: "pulumi_edgecloud",
        requires: { pulumi: `${peerDependencies["@pulumi/pulumi"].replace("^", ">=")},<4.0.0` },
        pyproject: { enabled: true },
        respectSchemaVersion,
      },
      go: {
        // Nobody publishes it: `pulumi package add` makes it.
        importBasePath: deriveGoImport(readPublication()),
        generateResourceContainerTypes: true,
        respectSchemaVersion,
      },
    },
  };
}
