import { execFile, type ExecFileException } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** How a command ended. */
export interface Ended {
  code: number;
  output: string;
}

/** The TypeScript settings of a project. */
export type CompilerOptions = Record<string, unknown>;

/** Every type that the package exports; to remove one of these names later is a breaking change. */
export const exportedTypes = `
  AnalyticsWindow AnalyticsWindowArgs Autoscaling AutoscalingOutput CloudFunctionArgs CredentialSource
  FunctionNamespaceArgs FunctionOnDestroy GetFunctionArgs GetFunctionNamespaceArgs
  GetFunctionNamespaceOutputResult GetFunctionNamespaceResult GetFunctionOutputResult GetFunctionResult
  GetImageArgs GetImagesArgs GetLiveStreamArgs GetOriginGroupArgs GetOriginGroupResult GetOriginGroupsArgs
  GetSnapshotArgs GetSnapshotsArgs GetTranscodingDurationArgs HtmlOverlay Image ImageTag LegacyAuth
  LegacyBucketOutput LiveStream LiveStreamOutput OnDestroy OriginGroupArgs ProviderArgs ProxyNextUpstream
  QueryAnalyticsArgs Snapshot SnapshotAttributesArgs SnapshotOnDestroy SnapshotStatus SnapshotTag Source
  SourceConfig SourceConfigOutput SourceOutput TranscodingDuration TranscodingDurationRecord TranscodingMinutes
  Wrapped
`
  .trim()
  .split(/\s+/);

const mistakes = `import { getImage, OriginGroup } from "pulumi-edgecloud";
new OriginGroup("assets", { name: 1, sources: [{ source: "origin.example.com" }] });
export const size: Promise<string> = getImage({ name: "web" }).then(({ minDisk }) => minDisk);
`;

/** What a compiler finds in the program with mistakes. */
export const mistakesFound = [
  expect.stringMatching(/^src.mistakes\.ts\(2,\d+\): error TS2322:/),
  expect.stringMatching(/^src.mistakes\.ts\(3,\d+\): error TS2322:/),
];

/** A user's project, away from everything that is installed here. */
export class Project {
  readonly folder = mkdtempSync(path.join(realpathSync(tmpdir()), "project-"));

  constructor(private readonly dependencies: Record<string, string>) {
    this.describe();
  }

  /** Writes the project's `package.json`. */
  describe(more: { type?: "module" } = {}): void {
    const { dependencies } = this;
    this.write("package.json", JSON.stringify({ name: "consumer", private: true, dependencies, ...more }));
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /** Runs a command in the project; one that fails is a failure of the test. */
  async run(command: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
    const { code, output } = await this.end(command, args, environment);
    if (code !== 0) {
      throw new Error(`${path.basename(command)} ${args.join(" ")}: exit code ${code}\n${output}`);
    }
    return output;
  }

  /**
   * Compiles the consumer's programs, one that has every type, and one with two mistakes: that these are found, and nothing else, shows that the
   * types are there.
   */
  async compile(compiler: string, outDir: string, options: CompilerOptions): Promise<string[]> {
    cpSync(path.join(__dirname, "consumer"), path.join(this.folder, "src"), { recursive: true });
    this.write("src/types.ts", `export type { ${exportedTypes.join(", ")} } from "pulumi-edgecloud";\n`);
    this.write("src/mistakes.ts", mistakes);
    const compilerOptions = { strict: true, target: "es2020", types: ["node"], rootDir: "src", outDir, ...options };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
    const { output } = await this.end(process.execPath, [compiler], {});
    return output.split("\n").filter((line) => line.includes("error TS"));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs a command in the project, however it ends. */
  end(command: string, args: string[], environment: Record<string, string>): Promise<Ended> {
    // Neither this run of the tests nor the user's own settings may affect the project.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_|JEST_|EDGECLOUD_|PULUMI_|YARN_)/.test(name),
    );
    const env = { ...Object.fromEntries(own), ...environment };
    return new Promise((resolve) => {
      execFile(command, args, { cwd: this.folder, env, shell: command === "npm" }, (error, stdout, stderr) => {
        const { code } = (error ?? { code: 0 }) as ExecFileException;
        resolve({ code: typeof code === "number" ? code : 1, output: `${stdout}${stderr}` });
      });
    });
  }
}
