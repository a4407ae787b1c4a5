// @ts-check
"use strict";

const { deriveGoImport, readPublication, toSchemaFields } = require("../dist/publication");

/** By this path Go programs import the SDK that `pulumi package add` makes for them; nobody publishes one. */
const GO_IMPORT = deriveGoImport(readPublication());

/** How Python programs import theirs. */
const PYTHON_PACKAGE = "pulumi_edgecloud";

/** The versions of the Pulumi SDK that the TypeScript package takes as well. */
const SDK_MINIMUM = "3.216.0";

/**
 * What the schema says of the package as a whole. Its version is put in where the plugin is bundled, so that a release
 * changes nothing here.
 * @param {{ description: string, license: string, keywords: string[] }} manifest
 */
function head({ description, license, keywords }) {
  // Without this an SDK has a placeholder in place of its version, for a release process to fill in.
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
        packageName: PYTHON_PACKAGE,
        requires: { pulumi: `>=${SDK_MINIMUM},<4.0.0` },
        pyproject: { enabled: true },
        respectSchemaVersion,
      },
      go: { importBasePath: GO_IMPORT, generateResourceContainerTypes: true, respectSchemaVersion },
    },
  };
}

module.exports = { GO_IMPORT, PYTHON_PACKAGE, head };
