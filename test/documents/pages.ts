import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(__dirname, "../..");

/** A file of the repository. */
export const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Every page that people read, by its path in the repository. */
export const documents: string[] = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "emulator/README.md",
  "emulator/REFERENCE.md",
  "provider/README.md",
  "tools/schema/README.md",
  ...below("docs"),
  ...below("examples"),
];

/** The pages for users of the package. */
export const userDocuments = documents.filter(
  (file) =>
    /^(README|docs\/|examples\/)/.test(file) && !/^docs\/(contract\.md|how-it-is-tested\.md|decisions\/)/.test(file),
);

function below(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        return ["dist", "node_modules"].includes(entry.name) ? [] : below(file);
      }
      return entry.name.endsWith(".md") ? [file] : [];
    })
    .sort();
}

/** A block of code on a page. */
export interface Block {
  language: string;
  text: string;
  /** The comment in front of it: the file that it is a copy of, or why no test runs it. */
  comment: string | undefined;
}

/** The blocks of code of a page, in their order. */
export function blocksOf(file: string): Block[] {
  const blocks = read(file).matchAll(/(?:^<!-- ([^\n]+) -->\n+)?^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, comment, language = "", text = ""]) => ({ language, text, comment }));
}

/** The shell block of a page that has a text in it; where there is none, a script that says so and fails. */
export function blockWith(page: string, text: string): string {
  const found = blocksOf(page).find((block) => block.language === "bash" && block.text.includes(text));
  return found?.text ?? `echo "${page} has no block with ${text}"; exit 1`;
}

/** The commands on a page that begin with that word: lines of its shell blocks, and code in its text. */
export function commandsOf(file: string, program: "npm" | "npx" | "pulumi"): string[] {
  const isShell = ({ language }: Block) => ["", "bash", "sh"].includes(language);
  const lines = blocksOf(file)
    .filter(isShell)
    .flatMap(({ text }) => text.replaceAll("\\\n", " ").split("\n"));
  const inText = [...proseOf(file).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return [...lines, ...inText].filter((command) => command.startsWith(`${program} `));
}

/** A page without its blocks of code, in which nothing is a link or a heading. */
export function proseOf(file: string): string {
  return read(file).replace(/^```[\s\S]*?^```$/gm, "");
}

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsOf(file: string): string[] {
  const seen = new Map<string, number>();
  return [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}
