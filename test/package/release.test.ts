import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { findProblems, listChecksums, readNotes, withVersion } from "../../tools/release";

const root = path.resolve(__dirname, "../..");

const unreleased = "## [Unreleased]\n\n### Added\n\n- A data source.\n";
const text = `# Changelog\n\n${unreleased}\n## [1.0.0] - 2026-11-01\n\n### Fixed\n\n- A message.\n`;

test("a release moves the unreleased changes below the heading of its version", () => {
  const after = withVersion(text, "1.1.0", "2026-11-22");
  expect(after.split("\n").filter((line) => line.startsWith("## "))).toEqual([
    "## [Unreleased]",
    "## [1.1.0] - 2026-11-22",
    "## [1.0.0] - 2026-11-01",
  ]);
  expect(readNotes(after, "1.1.0")).toBe("### Added\n\n- A data source.");
  expect(readNotes(after, "1.0.0")).toBe("### Fixed\n\n- A message.");
});

test("a version already in the changelog and a release without changes are refused", () => {
  expect(() => withVersion(text, "1.0.0", "2026-11-22")).toThrow("already has version 1.0.0");
  const released = withVersion(text, "1.1.0", "2026-11-22");
  expect(() => withVersion(released, "1.2.0", "2026-11-22")).toThrow("nothing to release");
  expect(() => readNotes(released, "1.2.0")).toThrow("npm run release -- version 1.2.0");
});

/** The part of the repository that a new version changes, with an entry in its changelog. */
function copyReleased(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "release-"));
  const manifests = ["", "provider/", "emulator/"].flatMap((folder) => [`${folder}package.json`, `${folder}README.md`]);
  for (const name of [...manifests, "package-lock.json", "docs", "examples", ".prettierrc.json"]) {
    const isOwn = (source: string) => path.basename(source) !== "node_modules";
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: isOwn });
  }
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  const heading = "## [Unreleased]\n";
  writeFileSync(path.join(copy, "CHANGELOG.md"), changelog.replace(heading, `${heading}\n### Added\n\n- A list.\n`));
  return copy;
}

test("a new version is in manifests, pages and examples, and what is history stays as it was", () => {
  const copy = copyReleased();
  const read = (file: string) => readFileSync(path.join(copy, file), "utf8");
  const { version: old } = JSON.parse(read("package.json")) as { version: string };
  // Longer than the old one, so that tables get wider.
  const version = "98.76.54";
  const findFiles = (wanted: string) => {
    const pattern = new RegExp(`(?<![.\\d])${wanted.replaceAll(".", "\\.")}(?![.\\d]*\\d)`);
    const files = (readdirSync(copy, { recursive: true }) as string[]).filter((file) => /\.(md|json)$/.test(file));
    return files.filter((file) => pattern.test(read(file))).sort();
  };
  try {
    const before = findFiles(old);
    // Prettier cannot be loaded by jest.
    const script =
      'require("./tools/dist/release/version").setVersion(...process.argv.slice(1))' +
      ".then((files) => console.log(JSON.stringify(files)))";
    const printed = execFileSync(process.execPath, ["--eval", script, copy, version], { cwd: root, encoding: "utf8" });
    const changed = (JSON.parse(printed) as string[]).sort();

    expect(changed.length).toBeGreaterThan(15);
    expect(findFiles(version)).toEqual(changed);
    // The policy pack has a version of its own, and so has what others have written.
    const others = ["CHANGELOG.md", "package-lock.json", path.join("examples", "policy", "pack", "package.json")];
    const isHistory = (file: string) => file.startsWith(path.join("docs", "decisions"));
    expect(findFiles(old).filter((file) => !others.includes(file) && !isHistory(file))).toEqual([]);
    expect(before.filter((file) => isHistory(file) && changed.includes(file))).toEqual([]);
    const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, { version: string }> };
    for (const folder of ["", "provider", "emulator"]) {
      expect(JSON.parse(read(path.join(folder, "package.json")))).toMatchObject({ version });
      expect(packages[folder]).toMatchObject({ version });
    }
    expect(read("README.md")).toContain(`cp pulumi-edgecloud-${version}.tgz ../my-edge`);
    const bin = path.join(root, "node_modules", "prettier", "bin", "prettier.cjs");
    execFileSync(process.execPath, [bin, "--check", ...changed], { cwd: copy });
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("files that are missing, added or different are not published", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "release-"));
  const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
  try {
    expect(findProblems(folder)).toEqual(["there is no SHA256SUMS"]);
    ["a.tgz", "b.tgz", "c.tgz"].forEach((name) => write(name, name));
    write("SHA256SUMS", listChecksums(folder));
    expect(findProblems(folder)).toEqual([]);
    rmSync(path.join(folder, "a.tgz"));
    write("b.tgz", "another");
    write("d.tgz", "added");
    expect(findProblems(folder)).toEqual(["a.tgz differs", "b.tgz differs", "d.tgz differs"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("publishing", () => {
  const tarball = (name: string) => `${name}-1.2.3-rc.1.tgz`;
  const integrity = (text: string) => `sha512-${createHash("sha512").update(text).digest("base64")}`;

  /** Publishes two tarballs, which contain their names, to an npm that has these integrities. */
  function publish(published: Record<string, string>): { code: number; output: string; sent: string[] } {
    const copy = mkdtempSync(path.join(tmpdir(), "release-"));
    const write = (file: string, text: string, mode?: number) => {
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      writeFileSync(path.join(copy, file), text, { mode });
    };
    const manifest = (name: string) => JSON.stringify({ name, version: "1.2.3-rc.1" });
    write("package.json", manifest("workspace"));
    write("publication.json", "{}");
    for (const [folder, name] of [
      ["provider", "one"],
      ["emulator", "two"],
    ] as const) {
      write(`${folder}/package.json`, manifest(name));
      write(`dist/release/${tarball(name)}`, name);
      write(`known/${name}@1.2.3-rc.1`, published[name] ?? "");
    }
    write("dist/release/SHA256SUMS", listChecksums(path.join(copy, "dist/release")));
    // As npm does: a version that is unknown is an error, and one that is published cannot be published over.
    write(
      "bin/npm",
      '#!/bin/sh\nif [ "$1" = view ]; then test -s "known/$2" && cat "known/$2"; else echo "$*" >> sent; fi\n',
      0o755,
    );
    const script = 'require("./tools/release/publish").publish(process.argv[1])';
    const env = { PATH: [path.join(copy, "bin"), process.env.PATH].join(path.delimiter) };
    const options = { cwd: root, env, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--eval", script, copy], options);
    const sent = existsSync(path.join(copy, "sent")) ? readFileSync(path.join(copy, "sent"), "utf8") : "";
    rmSync(copy, { recursive: true });
    return { code: status ?? -1, output: stdout + stderr, sent: sent.split("\n").filter(Boolean) };
  }

  const command = (name: string) =>
    `publish ./dist/release/${tarball(name)} --ignore-scripts --provenance --access public --tag next`;

  it("sends both packages", () => {
    expect(publish({})).toEqual({ code: 0, output: "", sent: [command("one"), command("two")] });
  });

  it("that is run again sends what is not published yet", () => {
    const { code, output, sent } = publish({ one: integrity("one") });
    expect({ code, sent }).toEqual({ code: 0, sent: [command("two")] });
    expect(output).toBe("one@1.2.3-rc.1 is published already.\n");
  });

  it("fails if something else is published under the version", () => {
    const { code, output, sent } = publish({ one: integrity("another") });
    expect({ code, sent }).toEqual({ code: 1, sent: [] });
    expect(output).toContain("one@1.2.3-rc.1 is published already, with other contents than ./dist/release/one-");
  });
});

const workflows = readdirSync(path.join(root, ".github/workflows"));
const step = z.looseObject({ uses: z.string().optional(), run: z.string().optional() });
const job = z.looseObject({
  needs: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(step),
});
const workflow = z.looseObject({ permissions: z.record(z.string(), z.string()), jobs: z.record(z.string(), job) });
const parse = (name: string) =>
  workflow.parse(parseYaml(readFileSync(path.join(root, ".github/workflows", name), "utf8")));

test.each(workflows)("%s: actions are pinned by digest, and a checkout keeps no token", (name) => {
  const text = readFileSync(path.join(root, ".github/workflows", name), "utf8");
  const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  const checkouts = text.match(/uses: actions\/checkout@.*\n +with:\n +persist-credentials: false/g) ?? [];
  expect(checkouts).toHaveLength(used.filter((action) => action.startsWith("actions/checkout@")).length);
  expect(text).not.toMatch(/pull_request_target|workflow_run/);
});

test("the publishing job runs neither tests nor package scripts, and the testing job may not write", () => {
  const { permissions, jobs } = parse("release.yml");
  expect(permissions).toEqual({});
  expect(Object.keys(jobs)).toEqual(["build", "publish"]);
  const { build, publish } = jobs;
  expect(build?.permissions).toEqual({ contents: "read" });
  expect(publish?.permissions).toEqual({ contents: "write", "id-token": "write", attestations: "write" });
  expect(publish).toMatchObject({ needs: "build", environment: "npm", env: { NPM_CONFIG_IGNORE_SCRIPTS: "true" } });
  const commands = (one = build) => one?.steps.flatMap(({ run }) => run ?? []);
  expect(commands(build)).toEqual(["npm run test:full", "npm run release"]);
  expect(commands(publish)).toEqual([
    "npm run release -- publish",
    'gh release view "$GITHUB_REF_NAME" || ' +
      'gh release create "$GITHUB_REF_NAME" dist/release/* --verify-tag --notes-file dist/release-notes.md ' +
      '--prerelease="$IS_PRERELEASE"',
  ]);
  expect(publish?.steps.at(-1)).toMatchObject({ env: { IS_PRERELEASE: "${{ contains(github.ref_name, '-') }}" } });
});

test("every night all tests run, and only the job that opens an issue may write one", () => {
  const { jobs } = parse("nightly.yml");
  const [run, report] = [jobs.test, jobs.report];
  expect(run?.steps.flatMap((step) => step.run ?? [])).toEqual(["npm run test:full"]);
  expect(run?.permissions).toEqual({ contents: "read" });
  expect(report).toMatchObject({ needs: "test", if: "failure()", permissions: { issues: "write" } });
  expect(report?.steps.map((step) => step.run)).toEqual([expect.stringContaining("gh issue create")]);
});

test("the publishing job needs nothing but Node.js", () => {
  const seen = new Set<string>();
  const follow = (file: string): void => {
    seen.add(path.relative(root, file));
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of text.matchAll(/require\("([^"]+)"\)/g)) {
      expect(name).toMatch(/^(node:|\.)/);
      const target = name.startsWith(".") ? require.resolve(path.resolve(path.dirname(file), name)) : file;
      if (!seen.has(path.relative(root, target))) {
        follow(target);
      }
    }
  };
  follow(path.join(root, "tools/release/run.js"));
  expect(seen).toContain(path.join("tools", "release", "publish.js"));
});
