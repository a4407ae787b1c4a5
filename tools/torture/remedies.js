// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { isJson } = require("../json");

/** @typedef {import("./index").Declared} Declared */

/**
 * What a user does when an operation that follows a kill is refused: takes literally what Pulumi or the provider says.
 * @typedef {object} Patient
 * @property {Declared} declared  what the program says; advice is followed there
 * @property {string} folder
 * @property {() => Promise<unknown>} cancel
 */

/** @type {{ name: string, when: RegExp, follow: (patient: Patient, match: RegExpExecArray) => unknown }[]} */
const remedies = [
  { name: "pulumi cancel", when: /the stack is currently locked by/, follow: ({ cancel }) => cancel() },
  {
    name: "torn .attrs removed",
    when: /failed to load checkpoint|unexpected end of JSON|: (unexpected )?EOF/,
    follow: ({ folder }) => removeTornAttributes(folder),
  },
  {
    name: "originGroupId set",
    when: /originGroupId: (\d+)/,
    follow: ({ declared }, [, id]) => Object.assign(declared.group, { originGroupId: Number(id), onDestroy: "delete" }),
  },
  {
    name: "adopt set",
    when: /adopt: true/,
    follow: ({ declared }) => Object.assign(declared.function, { adopt: true, onDestroy: "delete" }),
  },
];

/**
 * Follows all that a text advises; answers the names of what was done.
 * @param {string} text
 * @param {Patient} patient
 */
async function follow(text, patient) {
  /** @type {string[]} */
  const done = [];
  for (const { name, when, follow: act } of remedies) {
    const match = when.exec(text);
    if (match) {
      await act(patient, match);
      done.push(name);
    }
  }
  return done;
}

/**
 * The file backend replaces a state as a whole, but writes the note beside it (`dev.json.attrs`: content type, hash) in
 * place; a kill in that moment leaves an empty note, and the state counts as unreadable. Without a note it is read.
 * @param {string} folder
 */
function removeTornAttributes(folder) {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name.endsWith(".attrs") && !isJson(fs.readFileSync(file, "utf8"))) {
      fs.rmSync(file);
    }
  }
}

module.exports = { follow };
