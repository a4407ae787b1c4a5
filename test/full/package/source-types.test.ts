import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installVersions } from "../../package/versions";

const root = path.resolve(__dirname, "../../..");
const folder = path.join(root, ".work/source-types");
const keys = 's3BucketName: "b", s3AccessKeyId: o, s3SecretAccessKey: o';

/** A source with a mistake, the property that the compiler marks, and what it says. */
const mistakes: [entry: string, marked: string, text: RegExp][] = [
  [`{ config: { s3Type: "amazon", s3Region: "r", ${keys} } }`, "s3Type", /'"amazon"' is not assignable/],
  [`{ config: { s3Type: "cloudvendor", s3Regoin: "r", ${keys} } }`, "s3Regoin", /'s3Regoin' does not exist/],
  [`{ config: { s3Region: 7, ${keys} } }`, "s3Region", /^Type 'number' is not assignable to type 'Input<string/],
  [`{ source: "a.example.com", bakup: true }`, "bakup", /'bakup' does not exist/],
  [`{ source: 7 }`, "source", /^Type 'number' is not assignable to type 'Input<string>/],
  [`{ originType: "hots", source: "a.example.com" }`, "originType", /^Type '"hots"' is not assignable/],
];

const bucketsOf = (names: string) => `${names}.map((s3BucketName) => ({
  originType: "s3" as const,
  config: { s3Type: "cloudvendor" as const, s3Region: "r", s3BucketName, s3AccessKeyId: o, s3SecretAccessKey: o },
}))`;

const named = 's3BucketName: "b", s3SecretAccessKeyFrom: { file: o }';

const accepted = [
  `[{ config: { s3Type: "other", s3StorageHostname: "h", s3AccessKeyIdFrom: { env: "A" }, ${named} } }]`,
  `[{ config: { s3Type: later.other, s3BucketName: "b", s3AccessKeyIdFrom: { env: o }, s3SecretAccessKey: o } }]`,
  `[{ source: o, backup: true }, { originType: "host", source: "a.example.com:8443" }]`,
  `[{ config: { s3Type: "cloudvendor", s3Region: o, ${keys} } }, { originType: "edgeapp", config: { appId: o } }]`,
  `[{ config: { s3Type: word, s3Region: "r", s3StorageHostname: "h", ${keys} } }, { originType: "s3", config }]`,
  `[{ config: { s3Type: anyWord, s3Region: o, s3StorageHostname: anyText, s3AuthType: anyText, ${keys} } }]`,
  `[{ originType: later.s3, config: { s3Type: later.other, ${keys} } }]`,
  `[{ config: { s3Type: Promise.resolve(word), ${keys} } }, { config: { s3Type: pulumi.output(anyWord), ${keys} } }]`,
  `[entry, whole, Promise.resolve({ source: "a.example.com" }), ...["a", "b"].map((source) => ({ source }))]`,
  `[{ config: bucket }, { config: pulumi.output(bucket) }, { config: Promise.resolve(ofVendor) }, { config: ofVendor }]`,
  `[{ config: o.apply((s3Region) => ({ s3Type: "cloudvendor" as const, s3Region, ${keys} })) }]`,
  `[...${bucketsOf(`["a", "b"]`)}, { source: "a.example.com", backup: true }]`,
  `pulumi.output(["a", "b"]).apply((names) => ${bucketsOf("names")})`,
  "list",
  `pulumi.output(sources).apply((all) => all.filter(({ backup }) => !backup))`,
  `pulumi.all([entry, whole])`,
];

const head = `import * as pulumi from "@pulumi/pulumi";
import { OriginGroup, type Source, type SourceConfig } from "pulumi-edgecloud";
declare const o: pulumi.Output<string>;
declare const word: "cloudvendor" | "other";
declare const anyWord: pulumi.Input<"cloudvendor" | "other">;
declare const anyText: pulumi.Input<string>;
declare const sources: Source[];
declare const bucket: pulumi.Output<SourceConfig>;
declare const ofVendor: SourceConfig;
declare const later: { s3: pulumi.Output<"s3">; other: pulumi.Output<"cloudvendor" | "other"> };
declare const entry: pulumi.Output<{ source: string }>;
declare const whole: pulumi.Output<Source>;
const list = ${bucketsOf(`["a", "b"]`)};
declare const config: Extract<Source["config"], pulumi.OutputInstance<unknown>>;
`;

interface Found {
  line: number;
  marked: string;
  message: string;
}

/** What a compiler says about a program, with the name that it marks. */
function compile(compiler: string, program: string, options: object): Found[] {
  const file = path.join(folder, "program.ts");
  writeFileSync(file, program);
  const classic = { module: "commonjs", moduleResolution: "node", target: "es2020", strict: true, noEmit: true };
  const compilerOptions = { ...classic, skipLibCheck: true, types: [], ...options };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false", "-p", folder], { encoding: "utf8" });
  const lines = readFileSync(file, "utf8").split("\n");
  return stdout
    .split(/^(?=\S)/m)
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const [, line = "0", column = "1", message = text] = /\((\d+),(\d+)\): error TS\d+: ([^]*)/.exec(text) ?? [];
      const marked = /^\w+/.exec(lines[Number(line) - 1]?.slice(Number(column) - 1) ?? "")?.[0] ?? "";
      return { line: Number(line), marked, message };
    });
}

beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const group = (sources: string) => `new OriginGroup("g", { name: "g", sources: ${sources} });`;

test.each<[string, () => string, object]>([
  ["5.4", () => path.join(installVersions().folder, "node_modules/typescript-5.4/bin/tsc"), {}],
  ["6.0", () => require.resolve("typescript/lib/tsc.js"), { ignoreDeprecations: "6.0" }],
])("TypeScript %s marks the property of a source that is wrong", (_, compilerOf, options) => {
  const compiler = compilerOf();
  expect(compile(compiler, head + accepted.map(group).join("\n"), options)).toEqual([]);
  const first = head.split("\n").length;
  const found = compile(compiler, head + mistakes.map(([entry]) => group(`[${entry}]`)).join("\n"), options);
  expect(found.map(({ line, marked }) => [line, marked])).toEqual(
    mistakes.map(([, marked], index) => [first + index, marked]),
  );
  mistakes.forEach(([, , text], index) => expect(found[index]?.message).toMatch(text));
});
