import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { parse } from "yaml";
import ts from "typescript";
import * as plugin from "../../provider/plugin";
import { factsOf } from "../unit/program/runs";

const { unwrapRpcSecret } = pulumi.runtime;

/** A resource that a program registers, or a data source that it calls, with its arguments. */
export interface Asked {
  token: string;
  name?: string;
  inputs: Record<string, unknown>;
}

interface YamlProgram {
  resources?: Record<string, { type: string; properties: Record<string, unknown> }>;
  variables?: Record<string, { "fn::invoke": { function: string; arguments: Record<string, unknown> } }>;
}

const modules: Record<string, unknown> = { "@pulumi/pulumi": pulumi, "pulumi-edgecloud/plugin": plugin };

/** The value that each setting has. */
const valueOf = (setting: string) => `the ${setting}`;
const toFullToken = (token: string) => token.replace(":", ":index:");

/** What a program in YAML asks for. */
export function askedInYaml(program: string): Asked[] {
  const filled = program.replaceAll(/\$\{(\w+)\}/g, (_, setting: string) => valueOf(setting));
  const { resources = {}, variables = {} } = parse(filled) as YamlProgram;
  return [
    ...Object.entries(resources).map(([name, { type, properties }]) => {
      return { token: toFullToken(type), name, inputs: properties };
    }),
    ...Object.values(variables).map(({ "fn::invoke": invoke }) => {
      return { token: toFullToken(invoke.function), inputs: invoke.arguments };
    }),
  ];
}

/** What a program in TypeScript asks for, on Pulumi's mocks. A file that it reads has the text `code`. */
export async function askedInTypeScript(program: string, code: unknown): Promise<Asked[]> {
  const asked: Asked[] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      const plain = Object.entries(inputs as object).map(([key, value]) => [key, unwrapRpcSecret(value) as unknown]);
      asked.push({ token: type, name, inputs: Object.fromEntries(plain) as Asked["inputs"] });
      return { id: "1", state: inputs as object };
    },
    call: ({ token, inputs }) => {
      asked.push({ token, inputs: inputs as Asked["inputs"] });
      return token.endsWith("s") && token !== "edgecloud:index:queryAnalytics" ? [] : { resources: [] };
    },
  });
  const settings = [...program.matchAll(/config\.\w+\("(\w+)"\)/g)].map(([, name = ""]) => name);
  pulumi.runtime.setAllConfig(Object.fromEntries(settings.map((name) => [`project:${name}`, valueOf(name)])));
  await inFolderWith(/codePath: "(.*)"/.exec(program)?.[1], code, () => execute(program));
  return asked.filter(({ token }) => token !== "pulumi:pulumi:Stack");
}

/** Executes a program until everything that it registers is registered. */
async function execute(program: string): Promise<void> {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  await pulumi.runtime.runInPulumiStack(async () => {
    const exported = {};
    // The program may wait for data sources.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a program from our own documentation
    const body = new Function("require", "exports", `return (async () => {\n${outputText}\n})();`) as (
      ...parameters: unknown[]
    ) => Promise<void>;
    await body((name: string) => modules[name], exported);
    await Promise.all(Object.values(exported).map((one) => factsOf(pulumi.output(one))));
  });
  await pulumi.runtime.disconnect();
}

/** Runs something in a new folder, with a file in it. */
async function inFolderWith(file: string | undefined, text: unknown, body: () => Promise<void>): Promise<void> {
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), "example-"));
  try {
    if (file !== undefined) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), String(text));
    }
    process.chdir(folder);
    await body();
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}
