// @ts-check
"use strict";

/** @typedef {import("./index").Said} Said */
/** @typedef {import("@pulumi/pulumi/automation").EngineEvent} EngineEvent */

const TYPES = /^pulumi-nodejs:dynamic\/edgecloud:/;

/** Those that a reader sees: `debug` is none of them. */
const SEVERITIES = /^(info|warning|error)/;

/** Follows the events of an operation. */
function listener() {
  /** @type {Said[]} */
  const said = [];
  let made = 0;
  return {
    said,
    made: () => made,
    /** @param {EngineEvent} event */
    onEvent({ diagnosticEvent, resOutputsEvent }) {
      const { op, type } = resOutputsEvent?.metadata ?? {};
      if (op === "create" && TYPES.test(type ?? "")) {
        made++;
      }
      const text = (diagnosticEvent?.message ?? "").replace(/<\{%.*?%\}>/g, "").trim();
      const { severity = "", ephemeral } = diagnosticEvent ?? {};
      if (text !== "" && SEVERITIES.test(severity)) {
        said.push({ kind: severity === "error" ? "error" : ephemeral ? "live" : "note", text });
      }
    },
  };
}

/** How the provider calls it when the platform has asked to wait. */
const SLOWED = /slow/i;

const LONGEST_QUOTE = 240;

/**
 * The first text of a kind that matches, on one line and in quotation marks; undefined if there is none.
 * @param {Said[]} said
 * @param {Said["kind"][]} kinds
 * @param {RegExp} [pattern]
 */
function quote(said, kinds, pattern = /./) {
  const found = said.find(({ kind, text }) => kinds.includes(kind) && pattern.test(text));
  const line = found?.text.replace(/\s+/g, " ").replace("1 error occurred: * ", "");
  return line && `“${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line}”`;
}

module.exports = { SLOWED, listener, quote };
