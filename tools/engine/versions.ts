import os from "node:os";
import path from "node:path";

/** A program that a run needs, and how to build it; go.mod has the packages as its tools. */
export interface Executable {
  readonly name: string;
  readonly version: string;
  readonly package: string;
  /** The variable of the Go program that holds its version. */
  readonly versionVariable: string;
  /** How long a build takes. */
  readonly duration: string;
}

/** Built where no engine is found and none can be installed: the newest release whose published modules build. */
export const BUILT = "3.274.1";

/** Installed where no engine is found: the newest release whose checksums a second place has, too. */
export const RELEASED = "3.259.0";

/** Those of the archives of `RELEASED`; docs/decisions/0015-releases-and-pipelines.md says where they come from. */
export const CHECKSUMS = {
  "linux-x64.tar.gz": "sha256:94ba357acac23d01474084c4b00098dc0f7bc70ce13f34c777459254a5f718e5",
  "linux-arm64.tar.gz": "sha256:edc8327463a72160bb36cf82cf5062da9c8a244290a706d9980988e7bf486853",
  "darwin-x64.tar.gz": "sha256:eaca4c3b8277bfa3ab061fa3b270d1c66358a0b2e613da8c5587a04b7226c534",
  "darwin-arm64.tar.gz": "sha256:57c27f179e527e2cf9f62b841a448af72a020e44b2fb4ee0d9bd85556c00c864",
  "windows-x64.zip":
    "sha512:7a49068c2a10110c5887135d43d7ab02b8b23c95af15a3b0f35104fced8366dac48ed33da6f2a4da55f74d960f894dbe6d6c75ea0cdf95ff3fa2991a2474dca6",
};

/** The first release that takes a resource with both inputs and outputs from an import file; older ones are not tested. */
export const MINIMUM = "3.254.0";

/** The `go` line of go.mod. */
export const GO_MINIMUM = "1.26.6";

export const ENGINE: Executable = {
  name: "pulumi",
  version: BUILT,
  package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  versionVariable: "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version",
  duration: "about 4 minutes on two cores",
};

export const YAML_HOST: Executable = {
  name: "pulumi-language-yaml",
  version: "1.38.1",
  package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  versionVariable: "github.com/pulumi/pulumi-yaml/pkg/version.Version",
  duration: "up to a minute",
};

/** Makes SDKs, under the name of the language host that would. */
export const GENERATORS: Executable = {
  name: "generators",
  version: BUILT,
  package: "./generators",
  versionVariable: ENGINE.versionVariable,
  duration: "half a minute",
};

/** The file name of an executable. */
export function fileOf(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

/** The folder of a release: Pulumi's own tools, too, keep one folder per version there. */
export function locateRelease(version: string): string {
  const home = process.env.PULUMI_HOME || path.join(os.homedir(), ".pulumi");
  return path.join(home, "versions", version);
}

/** Another major release counts as too new to be tried. */
export function isSupported(version: string): boolean {
  return version.startsWith("3.") && version.localeCompare(MINIMUM, "en", { numeric: true }) >= 0;
}
