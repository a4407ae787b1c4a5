// @ts-check
"use strict";

const { urnsOf } = require("./declared");
const {
  heldBy,
  holdersOf,
  isAwaited,
  isGoing,
  isOf,
  isSnapshotManaged,
  isUnproven,
  policyOf,
  resourceOf,
} = require("./ownership");
const { isAlike, keyOf, thingNamed, thingOf } = require("./platform");
const { failIf } = require("./violation");

/** @typedef {import("./index").Around} Around */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Thing} Thing */
/** @typedef {import("./ledger").Ledger} Ledger */

/**
 * Holds one operation against what it may do, given what the program says, what the state has and who owns what.
 * @param {Around} around
 * @param {Ledger} ledger
 */
function judgeOperation(around, ledger) {
  const problems = [
    ...around.requests.flatMap((request) => problemOfRequest(request, around, ledger)),
    ...around.before.state.flatMap((held) => problemOfEnd(held, around, ledger)),
    ...problemsOfNew(around),
  ];
  failIf(problems);
}

/**
 * A request that changes something, whatever came of it.
 * @param {Around["requests"][number]} request
 * @param {Around} around
 * @param {Ledger} ledger
 * @returns {string[]}
 */
function problemOfRequest(request, around, ledger) {
  const { method, path } = request;
  const { operation } = around;
  const what = `${method} ${path}`;
  if (method === "GET") {
    return [];
  }
  if (operation !== "up" && operation !== "destroy") {
    return [`${operation} sends ${what}`];
  }
  if (method === "POST") {
    return problemOfPost(request, around);
  }
  const [, kind, id = ""] = /(origin_groups|functions|snapshots)(?:\/.*)?\/([^/]+)$/.exec(path) ?? [];
  if (kind === "snapshots") {
    return isSnapshotManaged(id, around) ? [] : [`${what}: no resource manages that snapshot`];
  }
  const { things } = around.before.platform;
  const thing = kind === "functions" ? thingNamed("function", id, around.before.platform) : things.get(`group ${id}`);
  if (!thing) {
    return [];
  }
  const isAllowed = method === "DELETE" ? mayDelete(thing, around, ledger) : mayChange(thing, around);
  return isAllowed ? [] : [`${what}: ${whyNot(thing, around, ledger)}`];
}

/**
 * @param {Around["requests"][number]} request
 * @param {Around} around
 * @returns {string[]}
 */
function problemOfPost({ path, body }, around) {
  const kind = path.includes("/functions") ? "function" : "group";
  const name = String(/** @type {any} */ (body)?.name);
  const { program, before, operation } = around;
  const wanting = operation === "up" && program.resources.filter((one) => one.kind === kind && one.args.name === name);
  if (!wanting || wanting.length === 0) {
    return [`POST ${path}: nothing in the program is called ${name}`];
  }
  const isThere = wanting.some((resource) => {
    const held = heldBy(resource, around);
    return held && !isGoing(held, around) && thingOf(held, before.platform)?.name === name;
  });
  return isThere ? [`POST ${path}: ${name} is there already`] : [];
}

/**
 * Only what a resource has that goes or is replaced, and that no other resource has or is to adopt.
 * @param {Thing} thing
 * @param {Around} around
 * @param {Ledger} ledger
 */
function mayDelete(thing, around, ledger) {
  const holders = holdersOf(thing, around.before);
  const going = holders.filter((held) => isGoing(held, around));
  const isOwn = (/** @type {Held} */ held) => !isUnproven(held) || ledger.strays.has(keyOf(thing));
  return (
    going.some((held) => policyOf(held) === "delete" && isOwn(held)) &&
    going.length === holders.length &&
    !isAwaited(thing, going, around)
  );
}

/**
 * Only what a resource has, adopts or puts back as it was.
 * @param {Thing} thing
 * @param {Around} around
 */
function mayChange(thing, around) {
  const { before, after } = around;
  return (
    holdersOf(thing, before).some((held) => !isGoing(held, around) || policyOf(held) === "restore") ||
    // What a resource has recognized as its own after a lost answer.
    holdersOf(thing, after).length > 0 ||
    isAwaited(thing, [], around)
  );
}

/**
 * What became of the thing of a resource that has gone, or has another thing now.
 * @param {Held} held
 * @param {Around} around
 * @param {Ledger} ledger
 * @returns {string[]}
 */
function problemOfEnd(held, around, ledger) {
  const { operation, before, after } = around;
  const thing = thingOf(held, before.platform);
  const resource = resourceOf(held, around);
  const urns = [held.urn, ...(resource ? urnsOf(resource, around.program) : [])];
  const stays = after.state.some((other) => urns.includes(other.urn) && thing && isOf(thing, other, after));
  if (!thing || stays || isUnproven(held)) {
    return [];
  }
  const what = `${held.kind} ${thing.name}`;
  const now = after.platform.things.get(keyOf(thing));
  if (operation !== "up" && operation !== "destroy") {
    return [`${operation} drops ${what} from the state, but it is there`];
  }
  if (holdersOf(thing, after).length > 0 || isAwaited(thing, [held], around)) {
    return now ? [] : [`${what} is gone, although another resource has it`];
  }
  switch (policyOf(held)) {
    case "delete":
      return now ? [`${what} was left on the platform by ${held.urn}`] : [];
    case "retain":
      return now ? [] : [`${what} was to be retained, and is gone`];
    default: {
      const found = ledger.found.get(held.urn)?.thing.content;
      return isAlike(now?.content, found) ? [] : [`${what} is not as it was found: ${JSON.stringify(now?.content)}`];
    }
  }
}

/**
 * Something new is in the state, unless a kill or a lost answer kept it from getting there.
 * @param {Around} around
 */
function problemsOfNew({ before, after, isDisturbed }) {
  const added = [...after.platform.things.values()].filter((thing) => !before.platform.things.has(keyOf(thing)));
  return added
    .filter((thing) => !isDisturbed && holdersOf(thing, after).length === 0)
    .map(({ kind, name }) => `${kind} ${name} was created, but is not in the state`);
}

/**
 * @param {Thing} thing
 * @param {Around} around
 * @param {Ledger} ledger
 */
function whyNot(thing, around, ledger) {
  const holders = holdersOf(thing, around.before).map(({ urn }) => urn.split("::").at(-1));
  if (ledger.others.has(keyOf(thing))) {
    return "it is somebody else's";
  }
  return isAwaited(thing, [], around)
    ? "a resource of the program adopts it"
    : `it belongs to ${holders.join(" and ") || "no resource"}`;
}

module.exports = { judgeOperation };
