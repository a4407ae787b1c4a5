import { blocksOf, documents, read } from "../documents/pages";
import { programIn, schema } from "./schema/package-schema";

/** The pages that Pulumi's registry shows beside the reference, away from the other pages. */
const pages = ["docs/_index.md", "docs/installation-configuration.md"];

/** Those whose SDK a test compiles and with which a test runs a program, and YAML, which has none. */
const languages = ["typescript", "python", "go", "yaml"];

test.each(pages)("%s has a language chooser with every language that is tested, and no other", (page) => {
  const text = read(page);
  expect(/^\{\{< chooser language "([^"]*)" >\}\}$/m.exec(text)?.[1]?.split(",")).toEqual(languages);
  const choices = [...text.matchAll(/^\{\{% choosable language (\w+) %\}\}\n([^]*?)^\{\{% \/choosable %\}\}$/gm)];
  expect(choices.map(([, language]) => language)).toEqual(languages);
  expect(choices.filter(([, , shown = ""]) => !/^```\w+\n[^]+^```$/m.test(shown))).toEqual([]);
  expect(text).toMatch(/^\{\{< \/chooser >\}\}$/m);
});

test.each(pages)("%s has no link to other pages, which the registry lacks", (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
});

test("the overview shows the example of the schema in each language", () => {
  const { description } = schema.resources["edgecloud:index:OriginGroup"] ?? {};
  // Prettier breaks the lines of a page in its own way.
  const bare = (program: string) => program.replaceAll(/\s+/g, "").replaceAll(/,(?=[\]})])/g, "");
  const shown = blocksOf("docs/_index.md").map(({ text }) => bare(text));
  const made = languages.map((language) => programIn(description, language));
  expect(shown).toEqual(made.map((program) => bare(program.replace("pulumi-edgecloud/plugin", "pulumi-edgecloud"))));
});

test("no page and no package metadata claims a language that no test compiles", () => {
  expect(Object.keys(schema.language as object)).toEqual(["nodejs", "python", "go"]);
  const claims = /C#|F#|\.NET\b|\bJava\b|(every|any|other|all) languages? of Pulumi/;
  expect([...documents, "CHANGELOG.md"].filter((page) => claims.test(read(page)))).toEqual([]);
});
