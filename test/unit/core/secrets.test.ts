import { withKeyedLists } from "../../../provider/core/keyed-lists";
import {
  isSecretAt,
  SecretPaths,
  collectSecretTexts,
  collectTextsAt,
  type KeyedPath,
} from "../../../provider/core/secrets";
import { collectSensitiveTexts } from "../../../provider/hosts/redaction";
import { traits as ofFunction } from "../../../provider/resources/cloud-function/traits";
import { traits as ofGroup } from "../../../provider/resources/origin-group/traits";

const known = {
  paths: new SecretPaths([["description"], ["sources", "a.example.com", "hostHeaderOverride"]]),
  texts: new Set(["known-text"]),
};

describe("a value is a secret", () => {
  it.each<[string, KeyedPath, unknown, boolean]>([
    ["at a path that is marked", ["description"], "any", true],
    ["below such a path", ["description", "inside"], "any", true],
    ["and not above it", ["sources", "a.example.com"], "any", false],
    ["and not at the same property of another entry", ["sources", "b.example.com", "hostHeaderOverride"], "any", false],
    ["wherever a known text stands", ["name"], "known-text", true],
    ["and not where the text is only a part", ["name"], "a known-text", false],
  ])("%s", (_, path, value, expected) => {
    expect(isSecretAt(path, value, known, ofGroup)).toBe(expected);
  });

  it("if it is a credential, in any entry", () => {
    const path = ["sources", "media", "config", "s3SecretAccessKey"];
    expect(isSecretAt(path, "any", { ...known, paths: new SecretPaths([]) }, ofGroup)).toBe(true);
  });

  it.each<[string, KeyedPath, unknown, boolean]>([
    ["a variable", ["envs", "OTHER"], "any", true],
    ["code", ["code"], "any", true],
    ["but no empty text", ["code"], "", false],
    ["no variable that is declared", ["envs", "TOKEN"], "any", false],
    ["and no other argument", ["runtime"], "any", false],
  ])("if it is undeclared and may be one: %s", (_, path, value, expected) => {
    const declared = { envs: { TOKEN: "1" } };
    expect(isSecretAt(path, value, { ...known, declared }, ofFunction)).toBe(expected);
  });
});

describe("the texts that are secret", () => {
  it("include names of entries if the whole list is secret", () => {
    const sources = withKeyedLists({ sources: [{ source: "a.example.com" }] }, ofGroup).sources;
    expect(Object.keys(sources as object)).toEqual(["a.example.com"]);
    expect(collectSecretTexts({ sources, __secretPaths: [["sources"]] }, ofGroup)).toContain("a.example.com");
  });

  it("include those of the restore point, at the same property of any entry", () => {
    const before = { name: "before", sources: [{ source: "b.example.com", hostHeaderOverride: "header" }] };
    expect(collectTextsAt(before, known.paths, ofGroup)).toEqual(["header"]);
  });
});

it("a platform may quote variables, their names if those are hidden, and logins among dependencies", () => {
  const properties = { envs: { NAME: "value" }, dependencies: "https://robot:pass-word@packages.example.com" };
  expect(collectSensitiveTexts(properties, new SecretPaths([]), ofFunction)).toEqual(["value", "robot", "pass-word"]);
  expect(collectSensitiveTexts(properties, new SecretPaths([["envs"]]), ofFunction)).toContain("NAME");
});

it("a secret name is not used as a key", () => {
  const sources = [{ source: "a.example.com" }, { source: "known-text" }];
  expect(Object.keys(withKeyedLists({ sources }, ofGroup, {}, known.texts).sources as object)).toEqual([
    "a.example.com",
    "at [1]",
  ]);
});
