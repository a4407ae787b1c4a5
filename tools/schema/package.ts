import { deriveGoImport, readPublication, toSchemaFields } from "../publication";
import type { PackageSpec } from "./spec";

/** The oldest version of the Pulumi SDK, as in the manifest of the TypeScript package. */
const SDK_MINIMUM = "3.216.0";

/** The fields of the schema that do not depend on what the package exports. */
type PackageHead = Pick<PackageSpec, "name"> & Record<string, unknown>;

interface Manifest {
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
}

/** Describes the package as a whole. Bundling the plugin adds the version, so that a release changes nothing here. */
export function describePackage({ description, license, keywords }: Manifest): PackageHead {
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
        dependencies: { "@pulumi/pulumi": `^${SDK_MINIMUM}` },
        respectSchemaVersion,
      },
      python: {
        packageName: "pulumi_edgecloud",
        requires: { pulumi: `>=${SDK_MINIMUM},<4.0.0` },
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
