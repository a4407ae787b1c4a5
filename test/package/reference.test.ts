import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as exported from "../../provider/index";

const root = path.resolve(__dirname, "../..");
const checkedIn = path.join(root, "docs/reference");

/** The pages in a folder, by file name. */
function pagesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder).sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
}

test("the reference is what `npm run reference` writes", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "reference-"));
  try {
    // TypeDoc is an ES module, which jest does not load.
    execFileSync(process.execPath, [path.join(root, "tools/dist/reference/run.js"), folder], { stdio: "pipe" });
    expect(pagesIn(folder)).toEqual(pagesIn(checkedIn));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every resource and data source has a page, and no page cites the contract", () => {
  const pages = pagesIn(checkedIn);
  const named = Object.keys(exported).filter((name) => /^(get\w+|query\w+|[A-Z]\w+)(?<!Output|Error)$/.test(name));
  expect(named).toEqual(expect.arrayContaining(["OriginGroup", "Provider", "getImage", "queryAnalytics"]));
  expect(named.filter((name) => !(`${name}.md` in pages))).toEqual([]);
  expect(Object.entries(pages).filter(([, text]) => /\bcontract\b/.test(text))).toEqual([]);
});

const classes = Object.keys(exported).filter((name) => /^[A-Z]/.test(name) && !name.endsWith("Error"));

test.each(classes)("the page of %s has a table of all arguments on top, each with a link to its heading", (name) => {
  const page = pagesIn(checkedIn)[`${name}.md`] ?? "";
  const [top = "", rest = ""] = page.slice(0, page.search(/^## Classes/m)).split("\n#### Properties\n");
  const rows = [...top.matchAll(/^\| \[`(\w+)`\]\(#(\w+)\) \|/gm)].map(([, argument, anchor]) => [argument, anchor]);
  const headings = [...rest.matchAll(/^##### (?:~~)?(\w+)/gm)].map(([, argument = ""]) => argument);
  expect(headings.length).toBeGreaterThan(5);
  expect(rows).toEqual(headings.map((argument) => [argument, argument.toLowerCase()]));
});
