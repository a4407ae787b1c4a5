import { readFileSync } from "node:fs";
import path from "node:path";
import { deriveGoImport, readPublication, toManifestFields, toSchemaFields } from "../../tools/publication";
import { findUndecided } from "../../tools/release";

const read = (file: string) =>
  JSON.parse(readFileSync(path.resolve(__dirname, "../..", file), "utf8")) as Record<string, unknown>;

const full = {
  repository: "https://example.com/team/edgecloud",
  homepage: "https://example.com/edgecloud",
  bugs: "https://example.com/team/edgecloud/issues",
  publisher: "Team",
  logoUrl: "https://example.com/logo.svg",
  pluginDownloadUrl: "https://downloads.example.com/edgecloud",
};

test("manifests and schema have the package's address once it is decided", () => {
  expect(toManifestFields(full, "provider")).toEqual({
    homepage: full.homepage,
    bugs: { url: full.bugs },
    repository: { type: "git", url: "git+https://example.com/team/edgecloud.git", directory: "provider" },
    pulumi: { resource: false, name: "edgecloud", server: full.pluginDownloadUrl },
  });
  expect(toManifestFields(full, "emulator").pulumi).toBeUndefined();
  const { repository, homepage, publisher, logoUrl, pluginDownloadUrl: pluginDownloadURL } = full;
  expect(toSchemaFields(full)).toEqual({ repository, homepage, publisher, logoUrl, pluginDownloadURL });
  expect(findUndecided(full)).toEqual([]);
});

test("undecided entries are left out, and named before a release", () => {
  const publication = { ...full, homepage: "", pluginDownloadUrl: "" };
  expect(JSON.parse(JSON.stringify(toManifestFields(publication, "emulator")))).not.toHaveProperty("homepage");
  expect(JSON.parse(JSON.stringify(toManifestFields(publication, "provider")))).not.toHaveProperty("pulumi");
  expect(JSON.parse(JSON.stringify(toSchemaFields(publication)))).not.toHaveProperty("pluginDownloadURL");
  expect(findUndecided(publication)).toEqual(["homepage", "pluginDownloadUrl"]);
});

test.each(["provider", "emulator"])("%s/package.json agrees with publication.json", (workspace) => {
  const { homepage, bugs, repository, pulumi } = read(`${workspace}/package.json`);
  expect({ homepage, bugs, repository, pulumi }).toEqual(toManifestFields(readPublication(), workspace));
});

test("Go programs import their SDK by the path that Pulumi prints, wherever the package lives", () => {
  expect(deriveGoImport(full)).toBe("example.com/team/edgecloud/sdk/go/edgecloud");
  expect(deriveGoImport({ ...full, repository: "" })).toBe("example.com/pulumi-edgecloud/sdk/go/edgecloud");
  const importBasePath = deriveGoImport(readPublication());
  expect(read("provider/schema.json")).toMatchObject({ language: { go: { importBasePath } } });
  const example = readFileSync(path.resolve(__dirname, "../../examples/go/main.go"), "utf8");
  expect(example).toContain(`\t${JSON.stringify(importBasePath)}\n`);
});
