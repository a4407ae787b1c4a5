// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { isJson } = require("../dist/json");
const { CLASSES } = require("./declared");
const { isNameDeclared } = require("./edits");
const { thingNamed } = require("./platform");
const { Violation } = require("./violation");

/** @typedef {import("./index").Resource} Resource */
/** @typedef {import("./index").Settle} Settle */
/** @typedef {import("./stack").Stack} Stack */

/** What a user does when an operation is refused: takes literally what Pulumi or the provider says. */

/** @type {{ name: string, when: RegExp, follow: (stack: Stack) => unknown }[]} */
const commands = [
  { name: "pulumi cancel", when: /the stack is currently locked by/, follow: (stack) => stack.operate("cancel") },
  {
    name: "torn .attrs removed",
    when: /failed to load checkpoint|unexpected end of JSON|: (unexpected )?EOF/,
    follow: ({ folder }) => removeTornAttributes(folder),
  },
  {
    name: "pulumi refresh",
    when: /`pulumi refresh`(?! and)|pending operations/,
    follow: (stack) => stack.operate("refresh"),
  },
];

/**
 * Advice about one resource; each sets what the message says, and answers what it has done.
 * @typedef {(stack: Stack, resource: Resource, said: string, prefers: Settle["prefers"]) => string | Promise<string>} Correction
 * @type {{ when: RegExp, follow: Correction }[]}
 */
const corrections = [
  { when: /already has .* set (originGroupId|adopt): /, follow: resolveTakenName },
  { when: /first run `pulumi up` with a name here that no group has/, follow: takeInterimName },
  { when: /give one of them another name|to keep it, give the new function another name/, follow: takeAnotherName },
  {
    when: /leave (?:it|originGroupId) out to create a group/,
    follow: (_, resource) => unset(resource, "originGroupId"),
  },
  { when: /leave adopt out/, follow: (_, resource) => unset(resource, "adopt") },
  {
    when: /onDestroy.*[uU]se ("delete" or "retain"|"retain" or "delete")/s,
    follow: (_, resource) => set(resource, { onDestroy: "delete" }, "onDestroy set"),
  },
  {
    when: /the existing function has ".*?", which cannot change in place; declare that one/,
    follow: (_, resource, said) => {
      const [, runtime] = /the existing function has "(.*?)"/.exec(said) ?? [];
      return set(resource, { runtime }, "runtime set");
    },
  },
];

const AGAIN = /[Rr]un (`pulumi up`|it) again|next `pulumi up`/;

/**
 * Follows all that a text advises; answers the names of what was done.
 * @param {string} text
 * @param {Stack} stack
 * @param {{ prefers: Settle["prefers"], isProgramSame?: boolean }} options  advice for a program that has changed since is out of date
 */
async function follow(text, stack, { prefers, isProgramSame = true }) {
  /** @type {string[]} */
  const done = [];
  for (const { resource, said } of isProgramSame ? sections(text, stack) : []) {
    const correction = corrections.find(({ when }) => when.test(said));
    done.push(...(correction ? [await correction.follow(stack, resource, said, prefers)] : []));
  }
  for (const { name, when, follow: act } of commands) {
    if (when.test(text)) {
      await act(stack);
      done.push(name);
    }
  }
  done.forEach((name) => stack.say(`   followed: ${name}`));
  return done.length === 0 && AGAIN.test(text) ? ["the same again"] : done;
}

/**
 * What Pulumi says of each resource of the program: "edgecloud:index:OriginGroup (website):" and the lines below.
 * @param {string} text
 * @param {Stack} stack
 */
function sections(text, { program }) {
  const [, diagnostics = ""] = text.split(/^Diagnostics:$/m);
  return diagnostics.split(/^ {2}(?=\S+ \(.+\):$)/m).flatMap((part) => {
    const [, type = "", name] = /^(\S+) \((.+)\):$/m.exec(part) ?? [];
    const resource = program.resources.find(
      (candidate) => candidate.resource === name && type.endsWith(`:${CLASSES[candidate.kind]}`),
    );
    return resource ? [{ resource, said: part }] : [];
  });
}

/**
 * Several pieces of advice, each of which must be safe, be it the right one or not.
 * @param {Stack} stack
 * @param {Resource} resource
 * @param {string} said
 * @param {Settle["prefers"]} prefers
 */
async function resolveTakenName(stack, resource, said, prefers) {
  const { kind, args, formerly } = resource;
  if (prefers === "alias" && formerly.length > 0) {
    resource.aliases.push(...formerly);
    resource.formerly = [];
    return "alias given";
  }
  const [, id] = /set originGroupId: (\d+)/.exec(said) ?? [];
  // Nobody adopts what another resource of their program keeps.
  const isOfProgram = isNameDeclared(stack.program, resource, args.name) || (id !== undefined && stack.isDeclared(id));
  if (prefers === "name" || isOfProgram) {
    const comesLater = /first run `pulumi up` without this change/.test(said) && stack.isNew(resource);
    return comesLater ? comeLater(stack, resource) : takeAnotherName(stack, resource);
  }
  const onDestroy = stack.isStray(kind, args.name) ? { onDestroy: "delete" } : {};
  return kind === "group"
    ? set(resource, { originGroupId: Number(id), ...onDestroy }, "originGroupId set")
    : set(resource, { adopt: true, ...onDestroy }, "adopt set");
}

/**
 * @param {Stack} stack
 * @param {Resource} resource
 */
function takeAnotherName(stack, resource) {
  return set(resource, { name: freeName(stack, resource) }, "another name");
}

/**
 * @param {Stack} stack
 * @param {Resource} resource
 */
async function takeInterimName(stack, resource) {
  const { name } = resource.args;
  resource.args.name = freeName(stack, resource);
  await stack.operate("up");
  if (name !== undefined && thingNamed("group", name, stack.look().platform)) {
    // Nobody has given it up: then the advice is to choose another one.
    return "another name";
  }
  resource.args.name = name;
  return "another name in between";
}

/**
 * @param {Stack} stack
 * @param {Resource} resource
 */
async function comeLater(stack, resource) {
  const { program } = stack;
  stack.program = { ...program, resources: program.resources.filter((other) => other !== resource) };
  await stack.operate("up");
  stack.program = program;
  return "added later";
}

/**
 * @param {Resource} resource
 * @param {Record<string, unknown>} changed
 * @param {string} done
 */
function set({ slot, args }, changed, done) {
  if (Object.entries(changed).every(([name, value]) => args[name] === value)) {
    throw new Violation(`${slot}: the error advises what is set already: ${JSON.stringify(changed)}`);
  }
  Object.assign(args, changed);
  return done;
}

/**
 * @param {Resource} resource
 * @param {string} name
 */
function unset({ slot, args }, name) {
  if (!(name in args)) {
    throw new Violation(`${slot}: the error advises to remove ${name}, which is not there`);
  }
  delete args[name];
  return `${name} removed`;
}

/**
 * @param {Stack} stack
 * @param {Resource} resource
 */
function freeName(stack, { kind }) {
  const taken = stack.namesOf(kind);
  return /** @type {string} */ (
    Array.from({ length: 99 }, (_, n) => `other-${n}`).find((name) => !taken.includes(name))
  );
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
