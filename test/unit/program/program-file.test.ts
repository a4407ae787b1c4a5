import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { noTraits } from "../../../provider/core/traits";
import type { Registration } from "../../../provider/program/dynamic-host";
import { HostedResource } from "../../../provider/program/hosted-resource";

let folder: string;
const code = "package main\n\n// Größe: 📏\n";

beforeAll(async () => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
  folder = mkdtempSync(path.join(tmpdir(), "program-file-"));
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
  write("resize.go", code);
  write("bom.go", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(code)]));
  write("crlf.go", "a\r\nb\r\n");
  write("cut.go", Buffer.from([0x61, 0xf0, 0x9f, 0x93]));
  write("largest.go", "\u{1f4cf}".repeat(100_000));
  write("too-large.go", "x".repeat(400_001));
  mkdirSync(path.join(folder, "folder"));
  symlinkSync("resize.go", at("link.go"));
  symlinkSync("/proc/self/environ", at("environ.go"));
});

afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => path.join(folder, name);

/** What a resource with these arguments registers. */
function withCode(args: Record<string, unknown>): pulumi.Inputs {
  const register = jest.fn((_name: string, resource: Registration) => resource);
  class Thing extends HostedResource {
    static override readonly host = { register };
  }
  new Thing("Thing", "thing", args, { ...noTraits, textFiles: { codePath: "code" } }, undefined);
  return register.mock.calls[0]![1].props;
}

/** The error of a program, as Pulumi prints it. */
function refusal(args: Record<string, unknown>): Error {
  try {
    withCode(args);
  } catch (error) {
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    return error as Error;
  }
  throw new Error("the arguments were accepted");
}

describe("the text of a file", () => {
  it.each([
    ["unchanged", "resize.go", code],
    ["through a link", "link.go", code],
    ["of the greatest length", "largest.go", "\u{1f4cf}".repeat(100_000)],
    ["without a byte order mark", "bom.go", code],
    ["with its line endings", "crlf.go", "a\r\nb\r\n"],
  ])("replaces its path: %s", (_, name, text) => {
    expect(withCode({ name: "resize", codePath: at(name) })).toEqual({ name: "resize", code: text });
  });

  it("is found by a path relative to the program's folder", () => {
    const codePath = path.relative(process.cwd(), at("resize.go"));
    expect(withCode({ codePath })).toEqual({ code });
  });

  it("is read as soon as the path is known", async () => {
    const { code: later, ...rest } = withCode({ codePath: pulumi.output(at("resize.go")) });
    expect(rest).toEqual({});
    expect(await promiseOf(later)).toBe(code);
    expect(await promiseOf(withCode({ codePath: Promise.resolve(at("resize.go")) }).code)).toBe(code);
    const { code: secret } = withCode({ codePath: pulumi.secret(at("resize.go")) });
    expect(await pulumi.isSecret(secret as pulumi.Output<string>)).toBe(true);
  });

  it.each([
    ["nothing", {}, {}],
    ["the text itself", { code: "x" }, { code: "x" }],
    ["the text itself and no path", { code: "x", codePath: undefined }, { code: "x" }],
  ])("is not required if a program gives %s", (_, args, expected) => {
    expect(withCode(args)).toEqual(expected);
  });
});

describe("a path of a file is refused", () => {
  it("together with the text itself, also one known later", () => {
    const error = refusal({ code: pulumi.output("x"), codePath: at("resize.go") });
    expect(error.message).toBe("thing: codePath and code are both given; leave one of them out");
  });

  it("if the file does not exist, with the folder that a relative path starts from", () => {
    expect(refusal({ codePath: "no/such.go" }).message).toBe(
      `thing: codePath "no/such.go" does not exist; the path is relative to ${process.cwd()}`,
    );
  });

  it.each([
    ["resise.go", "does not exist"],
    ["folder", "is not a regular file"],
    ["too-large.go", "has more than 400000 bytes"],
    ["environ.go", "is below /proc, /sys or /dev, where nothing is read"],
    ["cut.go", "is not UTF-8 text"],
  ])("if it has no code: %s", (name, problem) => {
    expect(refusal({ codePath: at(name) }).message).toBe(`thing: codePath "${at(name)}" ${problem}`);
  });

  it.each(["", 7, null, ["resize.go"]])("if it is not a path: %j", (codePath) => {
    expect(refusal({ codePath }).message).toBe("thing: codePath must be the path of a file");
  });
});

function promiseOf(value: unknown): Promise<unknown> {
  return (value as { promise(): Promise<unknown> }).promise();
}
