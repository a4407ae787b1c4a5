import { execFile, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../../documents/pages";
import { pack, unpack } from "../../package/packed";

const run = promisify(execFile);

// On a busy machine, a compiler takes a minute.
jest.setTimeout(300_000);

const packed = { provider: pack("provider"), emulator: pack("emulator") };

afterAll(() =>
  Object.values(packed).forEach(({ file }) => rmSync(path.dirname(file), { recursive: true, force: true })),
);

const entries: [keyof typeof packed, string[]][] = [
  ["provider", [".", "./host", "./package.json", "./plugin"]],
  ["emulator", [".", "./package.json"]],
];

test.each(entries)("publint and are-the-types-wrong find nothing wrong with the %s", async (workspace, entrypoints) => {
  const { file } = packed[workspace];
  const publint = path.join(root, "node_modules/publint/src/cli.js");
  const said = await run(process.execPath, [publint, "run", file, "--strict"]);
  expect(said.stdout).toContain("All good!");

  const attw = path.join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
  const { stdout } = await run(process.execPath, [attw, file, "--format", "json"]);
  const { analysis, problems } = JSON.parse(stdout) as { analysis: { entrypoints: object }; problems?: object };
  expect(Object.keys(analysis.entrypoints)).toEqual(expect.arrayContaining(entrypoints));
  expect(problems ?? {}).toEqual({});
});

test("edgecloud-emulator: the command of the tarball starts", () => {
  expect(packed.emulator.files).toEqual(
    expect.arrayContaining(["bin/edgecloud-emulator.js", "dist/index.js", "seeds/demo.json", "LICENSE"]),
  );
  const { folder } = unpack(packed.emulator, "edgecloud-emulator");
  const bin = path.join(folder, "bin/edgecloud-emulator.js");
  expect(execFileSync(process.execPath, [bin, "--help"], { encoding: "utf8" })).toContain("--port");
});
