import ts from "typescript";
import { isJson } from "../json";

/** Turns JSDoc comments into descriptions for readers of any language. */
export class Prose {
  /** @param foreign Names that only the TypeScript package has. */
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly foreign: ReadonlySet<string>,
  ) {}

  /** The comment of a declaration, without its tags; undefined if no sentence of it is for every language. */
  describe(symbol: ts.Symbol): string | undefined {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    const paragraphs = text.split(/\n{2,}/).map((paragraph) => this.dropForeignSentences(paragraph));
    return paragraphs.filter(Boolean).join("\n\n") || undefined;
  }

  /** The tag `@default` as a sentence. */
  describeDefault(symbol: ts.Symbol): string | undefined {
    const value = this.readTag(symbol, "default");
    return value && `Default: ${isJson(value) ? `\`${value}\`` : value}.`;
  }

  /** The text of a tag; empty without the tag. */
  readTag(symbol: ts.Symbol, name: string): string {
    const tag = symbol.getJsDocTags(this.checker).find((one) => one.name === name);
    return ts.displayPartsToString(tag?.text).replace(/ +$/gm, "").trim();
  }

  /** A paragraph without sentences about what other languages lack. */
  private dropForeignSentences(paragraph: string): string {
    const text = paragraph.replaceAll("\n", " ").replaceAll(/a `Date`, or (?=an? )/g, "");
    return dropSentences(text, (sentence) =>
      [...sentence.matchAll(/`([\w.]+)`/g)].some(
        ([, name = ""]) => this.foreign.has(name) || name.startsWith("pulumi."),
      ),
    );
  }
}

/** The description of an argument, for the output of the same name: without what concerns changes of it. */
export function describeOutput(descriptionOfArgument: string): string {
  return dropSentences(descriptionOfArgument, (sentence) =>
    /^(Changes in place\.|Default: )|\*\*replaces\*\*/.test(sentence),
  );
}

function dropSentences(text: string, isDropped: (sentence: string) => boolean): string {
  const sentences = text.split(/(?<=[.!?]) +(?=[A-Z`*])/);
  return sentences.filter((sentence) => !isDropped(sentence)).join(" ");
}

/** Joins texts; undefined if there are none. */
export function joinTexts(...texts: (string | undefined)[]): string | undefined {
  return texts.filter(Boolean).join(" ") || undefined;
}

/** `["a", "b", "c"]` → "`a`, `b` and `c`". */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(words.map((word) => `\`${word}\``));
}
