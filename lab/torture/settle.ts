import fs from "node:fs";
import path from "node:path";
import { isJson } from "#tools/json";
import { listUrns, type Program, type Resource } from "./declared";
import { formatPlace } from "./arguments";
import { isNameDeclared } from "./edits";
import type { Settle } from "./history";
import { judgeConverged, Violation } from "./judge";
import { KINDS, kinds, type NamedKind } from "./kinds";
import { deleteByHand, formatKey, type PlatformObject } from "./platform";
import type { Stack } from "./stack";

type Preference = Settle["prefers"];

/** More refusals than one history can cause. */
const MAX_ATTEMPTS = 12;

/** How often in a row an error may only say that the same should be run again. */
const MAX_REPEATS = 2;

/** What `followAdvice` returns for advice to run the same again. */
const REPEAT = "the same again";

/** Does all that is needed until the preview is empty, and checks the result; returns the advice that was followed. */
export async function settle(stack: Stack, { prefers, refresh }: Pick<Settle, "prefers" | "refresh">) {
  const remedies: string[] = [];
  if (refresh || stack.isDrifted) {
    remedies.push(...(await runUntilDone(stack, "refresh", prefers)));
  }
  if (!stack.isUpToDate) {
    remedies.push(...(await runUntilDone(stack, "up", prefers)));
  }
  const { isDone, text } = await stack.operate("preview", { expectNoChanges: true });
  if (!isDone) {
    throw new Violation(`the preview shows changes: ${extractReason(text)}`);
  }
  judgeConverged({ program: stack.program, after: stack.observe() }, stack.ledger);
  return remedies;
}

/** Destroys everything and checks that only what the stack never had, or has released, is left. */
export async function destroy(stack: Stack): Promise<string[]> {
  const remedies = await runUntilDone(stack, "destroy", "adopt");
  stack.program = { ...stack.program, resources: [] };
  judgeConverged({ program: stack.program, after: stack.observe() }, stack.ledger);
  return remedies;
}

/** Runs the operation until it is done, and follows what the errors advise in between; returns what was followed. */
async function runUntilDone(
  stack: Stack,
  operation: "up" | "destroy" | "refresh",
  prefers: Preference,
): Promise<string[]> {
  const remedies: string[] = [];
  const { lastFailure } = stack;
  if (lastFailure) {
    // Its cause may have been a fault that is over, so it is no violation if there is nothing to follow.
    const isProgramSame = lastFailure.program === JSON.stringify(stack.program);
    remedies.push(...withoutRepeats(await followAdvice(lastFailure.text, stack, prefers, isProgramSame)));
  }
  let repeats = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { isDone, text } = await stack.operate(operation);
    if (isDone && !text.includes("pending operations")) {
      return remedies;
    }
    const followed = await followAdvice(text, stack, prefers);
    repeats = withoutRepeats(followed).length === 0 ? repeats + 1 : 0;
    if (followed.length === 0 || repeats > MAX_REPEATS) {
      throw new Violation(`${operation} is refused without advice that helps: ${extractReason(text)}`);
    }
    remedies.push(...withoutRepeats(followed));
  }
  throw new Violation(`${operation} is still refused after ${MAX_ATTEMPTS} attempts`);
}

function withoutRepeats(followed: readonly string[]): string[] {
  return followed.filter((name) => name !== REPEAT);
}

/** The first error of a resource, or else the end of the output. */
function extractReason(text: string): string {
  const errors = text.split("\n").filter((line) => /^ +error: /.test(line));
  const error = errors.find((line) => !/error: (update|preview|destroy) failed/.test(line));
  return (error ?? text.trim().slice(-200)).trim();
}

/** Commands that an error asks for. */
const commands: readonly { name: string; when: RegExp; follow: (stack: Stack, text: string) => unknown }[] = [
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
  { name: "container emptied", when: /only an empty \w+ can be deleted/, follow: emptyContainers },
];

/** Edits the program as the message about the resource says; returns what was done. */
type Correction = (stack: Stack, resource: Resource, message: string, prefers: Preference) => string | Promise<string>;

/** Corrections of the program that an error about one resource asks for. */
const corrections: readonly { when: RegExp; follow: Correction }[] = [
  { when: /(takes|gives up) what the resource /, follow: retainFirst },
  { when: /also declared by [^]* Only one resource can manage/, follow: adoptNothing },
  { when: /already has [^]* set (originGroupId|adopt): /, follow: resolveNameConflict },
  {
    when: /name cannot be handed over|Choose another name\. If another|to keep it, give the new function another name/,
    follow: (stack, resource, message) => {
      // The advice for names that are handed over is about both resources.
      const both = [findOther(stack, resource, message), resource].filter((one) => one !== undefined);
      both.forEach((one) => chooseOtherName(stack, one));
      return "another name";
    },
  },
  {
    when: /leave (?:it|originGroupId) out to create a group/,
    follow: (_, resource) => removeArg(resource, "originGroupId"),
  },
  { when: /leave adopt out/, follow: (_, resource) => removeArg(resource, "adopt") },
  {
    when: /onDestroy.*[uU]se ("delete" or "retain"|"retain" or "delete")/s,
    follow: (_, resource) => setArgs(resource, { onDestroy: "delete" }, "onDestroy set"),
  },
  {
    when: /the existing function has ".*?", which cannot change in place; declare that one/,
    follow: (_, resource, message) => {
      const [, runtime] = /the existing function has "(.*?)"/.exec(message) ?? [];
      return setArgs(resource, { runtime }, "runtime set");
    },
  },
];

const REPEAT_ADVICE = /[Rr]un (`pulumi up`|it) again|next `pulumi up`/;

/**
 * Follows all that an output advises, to the letter; returns the names of what was done. Corrections are out of date if
 * the program has changed since.
 */
async function followAdvice(
  text: string,
  stack: Stack,
  prefers: Preference,
  isProgramSame: boolean = true,
): Promise<string[]> {
  const followed: string[] = [];
  for (const { resource, message } of isProgramSame ? splitDiagnostics(text, stack) : []) {
    const correction = corrections.find(({ when }) => when.test(message));
    followed.push(...(correction ? [await correction.follow(stack, resource, message, prefers)] : []));
  }
  for (const { name, when, follow } of commands) {
    if (when.test(text)) {
      await follow(stack, text);
      followed.push(name);
    }
  }
  followed.forEach((name) => stack.log(`   followed: ${name}`));
  return followed.length === 0 && REPEAT_ADVICE.test(text) ? [REPEAT] : followed;
}

const NOUNS = KINDS.map((kind) => kinds[kind].noun).join("|");

/** Splits Pulumi's diagnostics by resource: "edgecloud:index:OriginGroup (website):" and the lines below. */
function splitDiagnostics(text: string, { program }: Stack): { resource: Resource; message: string }[] {
  const [, diagnostics] = text.split(/^Diagnostics:$/m);
  // A preview with `--diff` has no such list: a check names the resource, and a comparison the object.
  const inDiff = text.replace(/^error: (\S+) resource '(.+)' (?=has a problem: )/gm, "  $1 ($2):\n");
  const compared = [...text.matchAll(new RegExp(`^error: comparing (${NOUNS}) "(.+?)": .*$`, "gm"))];
  const ofObjects = compared.flatMap(([message, noun, label]) => {
    const resource = program.resources.find(
      ({ kind, args }) => kinds[kind].noun === noun && (args.name === label || args.snapshotId === label),
    );
    return resource ? [{ resource, message }] : [];
  });
  const ofResources = (diagnostics ?? inDiff).split(/^ {2}(?=\S+ \(.+\):$)/m).flatMap((message) => {
    const [, type = "", name] = /^(\S+) \((.+)\):$/m.exec(message) ?? [];
    const resource = program.resources.find(
      (candidate) => candidate.resource === name && type.endsWith(`:${kinds[candidate.kind].className}`),
    );
    return resource ? [{ resource, message }] : [];
  });
  return diagnostics === undefined ? [...ofResources, ...ofObjects] : ofResources;
}

/** Follows one of several pieces of advice: each must be safe, even if it is not the one that helps. */
async function resolveNameConflict(stack: Stack, resource: Resource, message: string, prefers: Preference) {
  const { kind, args, formerly } = resource;
  if (prefers === "alias" && formerly.length > 0) {
    resource.aliases.push(...formerly);
    resource.formerly = [];
    return "alias given";
  }
  const [, id] = /set originGroupId: (\d+)/.exec(message) ?? [];
  // No user would adopt what another resource of the same program keeps.
  const isOfProgram = isNameDeclared(stack.program, resource, args.name) || (id !== undefined && stack.isDeclared(id));
  if (prefers === "name" || isOfProgram) {
    const canWait = /first run `pulumi up` without this change/.test(message) && stack.isNew(resource);
    // Only what a resource has can be given up.
    return canWait && stack.isManaged(kind, args.name)
      ? addLater(stack, resource, prefers)
      : chooseOtherName(stack, resource);
  }
  const onDestroy = stack.isStray(kind, args.name) ? { onDestroy: "delete" } : {};
  return kinds[kind as NamedKind].objects.isKnownBy === "id"
    ? setArgs(resource, { originGroupId: Number(id), ...onDestroy }, "originGroupId set")
    : setArgs(resource, { adopt: true, ...onDestroy }, "adopt set");
}

/** Runs the program as before, with the object of the one that gives it up retained, and without the one that takes it. */
async function retainFirst(stack: Stack, resource: Resource, message: string, prefers: Preference): Promise<string> {
  const { program } = stack;
  const other = findOther(stack, resource, message);
  const [former, taker] = message.includes("gives up what") ? [resource, other] : [other, resource];
  const urns = former ? listUrns(former, program) : [];
  const entry = stack.observe().state.find(({ urn }) => urns.includes(urn));
  if (!former || !entry) {
    throw new Violation(`${resource.slot}: the error names a resource that has nothing: ${message}`);
  }
  const { name, runtime } = entry.outputs;
  const retained = { ...former, args: { ...former.args, name, ...(runtime && { runtime }), onDestroy: "retain" } };
  delete retained.args.adopt;
  const resources = program.resources.map((one) => (one === former ? retained : one));
  await runFirst(stack, leaveOut({ ...program, resources }, taker), prefers);
  return "retained first";
}

/** One of two resources has a group, and the other one wants to adopt it: that one makes a group of its own. */
function adoptNothing(stack: Stack, resource: Resource, message: string): string {
  const both = [resource, findOther(stack, resource, message)];
  const taker = both.find((one) => one?.args.originGroupId !== undefined) ?? resource;
  return removeArg(taker, "originGroupId");
}

/** The other resource that a message names. */
function findOther({ program }: Stack, { kind }: Resource, message: string): Resource | undefined {
  const [, name] = /the resource \\?"([^"\\]+)\\?" of this program/.exec(message) ?? [];
  return program.resources.find((one) => one.kind === kind && one.resource === name);
}

/** Deletes by hand what a killed process has created, or the stack has left, in what is to be deleted: nothing needs it. */
function emptyContainers(stack: Stack, text: string): void {
  const before = stack.observe().platform;
  const named = [...text.matchAll(/\w+ "([^"]+)": it still has the \w+ ((?:"[^"]+"(?:, )?)+)/g)];
  const ids = named.flatMap(([, place, names = ""]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => formatPlace(place, name)),
  );
  const { strays, foreign } = stack.ledger;
  const isUnmanaged = (object: PlatformObject) => strays.has(formatKey(object)) || foreign.has(formatKey(object));
  const left = [...before.objects.values()].filter((object) => ids.includes(object.pulumiId) && isUnmanaged(object));
  left.forEach((object) => deleteByHand(stack.emulator, object));
  stack.ledger.noteByHand(before, stack.observe().platform);
}

function chooseOtherName(stack: Stack, resource: Resource): string {
  return setArgs(resource, { name: findFreeName(stack, resource) }, "another name");
}

async function addLater(stack: Stack, resource: Resource, prefers: Preference): Promise<string> {
  await runFirst(stack, leaveOut(stack.program, resource), prefers);
  return "added later";
}

/** Runs another program before this one, with all that its errors advise in turn. */
async function runFirst(stack: Stack, first: Program, prefers: Preference): Promise<void> {
  const { program } = stack;
  stack.program = first;
  await runUntilDone(stack, "up", prefers);
  stack.program = program;
}

/** The program without a resource and what is in it, and without dependencies on them. */
function leaveOut(program: Program, resource: Resource | undefined): Program {
  const isLeft = (one: Resource) => resource && (one === resource || one.inside === resource.slot);
  const kept = program.resources.filter((one) => !isLeft(one));
  const slots = kept.map(({ slot }) => slot);
  const withoutIt = (one: Resource) => ({ ...one, dependsOn: one.dependsOn.filter((slot) => slots.includes(slot)) });
  return { ...program, resources: kept.map(withoutIt) };
}

function setArgs({ slot, args }: Resource, changed: Record<string, unknown>, remedy: string): string {
  if (Object.entries(changed).every(([name, value]) => args[name] === value)) {
    throw new Violation(`${slot}: the error advises what is set already: ${JSON.stringify(changed)}`);
  }
  Object.assign(args, changed);
  return remedy;
}

function removeArg({ slot, args }: Resource, name: string): string {
  if (!(name in args)) {
    throw new Violation(`${slot}: the error advises to remove ${name}, which is not there`);
  }
  delete args[name];
  return `${name} removed`;
}

function findFreeName(stack: Stack, { kind }: Resource): string | undefined {
  const names = stack.listNames(kind);
  return Array.from({ length: 99 }, (_, n) => `other-${n}`).find((name) => !names.includes(name));
}

/**
 * The file backend replaces a state as a whole, but writes the note beside it (`dev.json.attrs`: content type, hash) in
 * place; a kill in that moment leaves an empty note, and the state counts as unreadable. Without a note it is read.
 */
function removeTornAttributes(folder: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name.endsWith(".attrs") && !isJson(fs.readFileSync(file, "utf8"))) {
      fs.rmSync(file);
    }
  }
}
