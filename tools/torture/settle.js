// @ts-check
"use strict";

const { judgeConverged } = require("./judge-end");
const { follow } = require("./remedies");
const { Violation } = require("./violation");

/** @typedef {import("./index").Settle} Settle */
/** @typedef {import("./stack").Stack} Stack */

/** More refusals than one history can cause. */
const MOST_ATTEMPTS = 12;

/** How often in a row an error may say that the same should be run again. */
const MOST_AGAIN = 2;

/**
 * Runs the operation until it is done, and does what the errors say in between. Answers what was done.
 * @param {Stack} stack
 * @param {"up" | "destroy" | "refresh"} operation
 * @param {Settle["prefers"]} prefers
 * @returns {Promise<string[]>}
 */
async function runUntilDone(stack, operation, prefers) {
  /** @type {string[]} */
  const remedies = [];
  const { lastFailure } = stack;
  if (lastFailure) {
    // The reason may have been a fault, which is over: then nothing needs to be done.
    const isProgramSame = lastFailure.program === JSON.stringify(stack.program);
    remedies.push(...withoutAgain(await follow(lastFailure.text, stack, { prefers, isProgramSame })));
  }
  let again = 0;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { isDone, text } = await stack.operate(operation);
    if (isDone && !text.includes("pending operations")) {
      return remedies;
    }
    const followed = await follow(text, stack, { prefers });
    again = withoutAgain(followed).length === 0 ? again + 1 : 0;
    if (followed.length === 0 || again > MOST_AGAIN) {
      throw new Violation(`${operation} is refused without advice that helps: ${reasonIn(text)}`);
    }
    remedies.push(...withoutAgain(followed));
  }
  throw new Violation(`${operation} is still refused after ${MOST_ATTEMPTS} attempts`);
}

/**
 * Does all that is needed until the preview is empty, and holds the end against the program.
 * @param {Stack} stack
 * @param {Pick<Settle, "prefers" | "refresh">} how
 */
async function settle(stack, { prefers, refresh }) {
  /** @type {string[]} */
  const remedies = [];
  if (refresh || stack.isDrifted) {
    remedies.push(...(await runUntilDone(stack, "refresh", prefers)));
  }
  if (!stack.isUpToDate) {
    remedies.push(...(await runUntilDone(stack, "up", prefers)));
  }
  const { isDone, text } = await stack.operate("preview", { expectNoChanges: true });
  if (!isDone) {
    throw new Violation(`the preview shows changes: ${reasonIn(text)}`);
  }
  judgeConverged({ program: stack.program, after: stack.look() }, stack.ledger);
  return remedies;
}

/**
 * Destroys everything: then there is what was there before, and what the program has let go.
 * @param {Stack} stack
 */
async function destroy(stack) {
  const remedies = await runUntilDone(stack, "destroy", "adopt");
  stack.program = { ...stack.program, resources: [] };
  judgeConverged({ program: stack.program, after: stack.look() }, stack.ledger);
  return remedies;
}

/** @param {string[]} followed */
function withoutAgain(followed) {
  return followed.filter((name) => name !== "the same again");
}

/**
 * The first error of a resource, or the end of what was said.
 * @param {string} text
 */
function reasonIn(text) {
  const errors = text.split("\n").filter((line) => /^ +error: /.test(line));
  return (
    errors.find((line) => !/error: (update|preview|destroy) failed/.test(line)) ?? text.trim().slice(-200)
  ).trim();
}

module.exports = { destroy, settle };
