import ts from "typescript";
import { isJson } from "../json";

type Documented = Pick<ts.Symbol, "getDocumentationComment" | "getJsDocTags">;

/** Turns JSDoc comments into descriptions for readers of any language. */
export class Prose {
  private readonly foreign: ReadonlySet<string>;

  /** @param foreign Names that only the TypeScript package has. */
  constructor(
    private readonly checker: ts.TypeChecker,
    foreign: Iterable<string>,
  ) {
    this.foreign = new Set(foreign);
  }

  /** The comment of a declaration, without its tags; undefined if no sentence of it is for every language. */
  describe(symbol: Documented): string | undefined {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    const paragraphs = text.split(/\n{2,}/).map((paragraph) => this.dropForeignSentences(paragraph));
    return paragraphs.filter(Boolean).join("\n\n") || undefined;
  }

  /** The tag `@default` as a sentence. */
  describeDefault(symbol: Documented): string | undefined {
    const value = this.readTag(symbol, "default");
    return value && `Default: ${isJson(value) ? `\`${value}\`` : value}.`;
  }

  /** The text of a tag. */
  readTag(symbol: Documented, name: string): string | undefined {
    const tag = symbol.getJsDocTags(this.checker).find((one) => one.name === name);
    return tag && ts.displayPartsToString(tag.text).replace(/ +$/gm, "").trim();
  }

  /** A paragraph without sentences about what other languages lack. */
  private dropForeignSentences(paragraph: string): string {
    const text = paragraph.replaceAll("\n", " ").replaceAll(/a `Date`, or (?=an? )/g, "");
    return splitSentences(text)
      .filter((sentence) => !this.isForeign(sentence))
      .join(" ");
  }

  private isForeign(sentence: string): boolean {
    const names = [...sentence.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);
    return names.some((name) => this.foreign.has(name) || name.startsWith("pulumi."));
  }
}

/** The description of an argument, for the output of the same name: without what concerns changes of it. */
export function describeOutput(descriptionOfArgument: string): string {
  const aboutChanges = /^(Changes in place\.|Default: )|\*\*replaces\*\*/;
  return splitSentences(descriptionOfArgument)
    .filter((sentence) => !aboutChanges.test(sentence))
    .join(" ");
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?]) +(?=[A-Z`*])/);
}

/** Joins texts; undefined if there are none. */
export function joinTexts(...texts: (string | undefined)[]): string | undefined {
  return texts.filter(Boolean).join(" ") || undefined;
}

/** `["a", "b", "c"]` → "`a`, `b` and `c`". */
export function formatList(words: readonly string[], conjunction: "and" | "or"): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(", ")} ${conjunction} ${quoted.at(-1)}`;
}
