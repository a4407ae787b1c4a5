// @ts-check
"use strict";

const ts = require("typescript");
const { isJson } = require("../json");

/** @typedef {{ getDocumentationComment: ts.Symbol["getDocumentationComment"], getJsDocTags: ts.Symbol["getJsDocTags"] }} Documented */

/** JSDoc comments as descriptions that a reader of any language can use. */
class Prose {
  /**
   * @param {ts.TypeChecker} checker
   * @param {Iterable<string>} foreign  names that only the TypeScript package has
   */
  constructor(checker, foreign) {
    this.checker = checker;
    this.foreign = new Set(foreign);
  }

  /**
   * The comment of a declaration, without its tags; undefined if nothing of it is for everybody.
   * @param {Documented} symbol
   */
  of(symbol) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
    const paragraphs = text.split(/\n{2,}/).map((paragraph) => this.forEverybody(paragraph.replaceAll("\n", " ")));
    return paragraphs.filter(Boolean).join("\n\n") || undefined;
  }

  /**
   * What the tag `@default` says, as a sentence.
   * @param {Documented} symbol
   */
  defaultOf(symbol) {
    const value = this.tag(symbol, "default");
    return value && `Default: ${isJson(value) ? `\`${value}\`` : value}.`;
  }

  /**
   * The text of a tag.
   * @param {Documented} symbol
   * @param {string} name
   */
  tag(symbol, name) {
    const tag = symbol.getJsDocTags(this.checker).find((one) => one.name === name);
    return tag && ts.displayPartsToString(tag.text).replace(/ +$/gm, "").trim();
  }

  /**
   * Without sentences about what other languages lack.
   * @param {string} paragraph
   */
  forEverybody(paragraph) {
    const sentences = sentencesOf(paragraph.replaceAll(/a `Date`, or (?=an? )/g, ""));
    return sentences.filter((sentence) => !this.isForeign(sentence)).join(" ");
  }

  /** @param {string} sentence */
  isForeign(sentence) {
    const names = [...sentence.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);
    return names.some((name) => this.foreign.has(name) || name.startsWith("pulumi."));
  }
}

/**
 * What a description of an argument says of the same output.
 * @param {string} description
 */
function ofOutput(description) {
  const aboutChanges = /^(Changes in place\.|Default: )|\*\*replaces\*\*/;
  return sentencesOf(description)
    .filter((sentence) => !aboutChanges.test(sentence))
    .join(" ");
}

/** @param {string} text */
function sentencesOf(text) {
  return text.split(/(?<=[.!?]) +(?=[A-Z`*])/);
}

/**
 * Texts as one, or undefined if there are none.
 * @param {(string | undefined)[]} texts
 */
function joined(...texts) {
  return texts.filter(Boolean).join(" ") || undefined;
}

/**
 * @param {readonly string[]} words
 * @param {"and" | "or"} conjunction
 */
function listed(words, conjunction) {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(", ")} ${conjunction} ${quoted.at(-1)}`;
}

module.exports = { Prose, joined, listed, ofOutput };
