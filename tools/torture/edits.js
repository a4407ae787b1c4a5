// @ts-check
"use strict";

const { RUNTIME, argsOf, newResource, placeOf, urnsOf } = require("./declared");
const { thingNamed, thingOf } = require("./platform");

/** @typedef {import("./index").Edit} Edit */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Program} Program */
/** @typedef {import("./index").Resource} Resource */
/** @typedef {import("./index").Seen} Seen */

/**
 * What a user who edits a program has before them.
 * @typedef {object} Scene
 * @property {Program} program
 * @property {Held[]} state
 * @property {Seen} platform
 */

/**
 * Changes the program, or does nothing and answers false where the edit makes no sense.
 * @type {{ [What in Edit["do"]]: (scene: Scene, edit: Extract<Edit, { do: What }>) => boolean }}
 */
const edits = {
  add: ({ program }, { slot, kind, name, version }) => {
    const added = newResource(slot, kind, name, version);
    return !slotIn(program, slot) && !isNameDeclared(program, added, name) && addTo(program, added);
  },
  remove: ({ program }, { slot }) => {
    const isThere = slotIn(program, slot) !== undefined;
    program.resources = program.resources.filter((resource) => resource.slot !== slot);
    for (const resource of program.resources) {
      resource.dependsOn = resource.dependsOn.filter((on) => on !== slot);
    }
    return isThere;
  },
  rename: ({ program }, { slot, resource: name, alias }) =>
    changePlace(program, slot, alias, (resource) => {
      resource.resource = name;
    }),
  move: ({ program }, { slot, alias }) =>
    changePlace(program, slot, alias, (resource) => {
      resource.parent = resource.parent ? undefined : "site";
    }),
  name: ({ program }, { slot, name }) => {
    const resource = slotIn(program, slot);
    return resource !== undefined && !isNameDeclared(program, resource, name) && setArgs(resource, { name });
  },
  swap: ({ program }, { slots }) => {
    const resources = slots.flatMap((slot) => slotIn(program, slot) ?? []);
    const names = resources.map(({ args }) => args.name);
    resources.forEach((resource, index) => setArgs(resource, { name: names[(index + 1) % names.length] }));
    return resources.length > 1;
  },
  content: ({ program }, { slot, version }) => {
    const resource = slotIn(program, slot);
    if (!resource) {
      return false;
    }
    const { originGroupId, adopt, onDestroy, runtime, name } = resource.args;
    // What is undefined would be an unknown argument where this version does not know it.
    const kept = defined({ originGroupId, adopt, onDestroy, runtime, ...(resource.kind !== "snapshot" && { name }) });
    resource.args = { ...argsOf(resource.kind, slot, name, version), ...kept };
    return true;
  },
  runtime: ({ program }, { slot, runtime }) => {
    const resource = slotIn(program, slot);
    return resource !== undefined && setArgs(resource, { runtime });
  },
  adopt: (scene, { slot, name, onDestroy }) => {
    const { program, platform, state } = scene;
    const kind = slot.startsWith("g") ? "group" : "function";
    const thing = thingNamed(kind, name, platform);
    const resource = slotIn(program, slot) ?? newResource(slot, kind, name, 1);
    if (!thing || isNameDeclared(program, resource, name) || state.some((held) => thingOf(held, platform) === thing)) {
      return false;
    }
    return adoptBy(program, resource, thing, onDestroy);
  },
  succeed: ({ program, state, platform }, { slot, by, name }) => {
    const former = slotIn(program, slot);
    const held = former && state.find(({ urn }) => urnsOf(former, program).includes(urn));
    const thing = held && thingOf(held, platform);
    // A hand that has given it another name has made it something else.
    if (!former || !thing || slotIn(program, by) || thing.name !== former.args.name) {
      return false;
    }
    if (name !== undefined && (thing.kind === "group" || isNameDeclared(program, former, name))) {
      return false;
    }
    const { args } = former;
    const successor = newResource(by, thing.kind, thing.name, 1);
    successor.args = { ...args };
    if (name === undefined) {
      edits.remove({ program, state, platform }, { do: "remove", slot });
    } else {
      former.args = { ...args, name };
      delete former.args.adopt;
    }
    return adoptBy(program, successor, thing, "delete");
  },
  onDestroy: ({ program }, { slot, onDestroy }) => {
    const resource = slotIn(program, slot);
    const isPossible = onDestroy !== "restore" || resource?.args.originGroupId !== undefined;
    return resource !== undefined && isPossible && setArgs(resource, { onDestroy });
  },
  dependsOn: ({ program }, { slot, on }) => {
    const [resource, other] = [slotIn(program, slot), slotIn(program, on)];
    if (!resource || !other || dependsOn(program, other, slot) || resource.dependsOn.includes(on)) {
      return false;
    }
    resource.dependsOn.push(on);
    return true;
  },
  first: ({ program }, { slot }) => {
    const resource = slotIn(program, slot);
    program.resources = [...(resource ? [resource] : []), ...program.resources.filter((other) => other !== resource)];
    return resource !== undefined;
  },
  replaceOnChanges: ({ program }, { slot, property }) => {
    const resource = slotIn(program, slot);
    resource?.replaceOnChanges.push(property);
    return resource !== undefined;
  },
  host: ({ program }) => {
    for (const resource of program.resources) {
      // The classes of the plugin know those of the dynamic provider; the way back has to be said, as `docs/plugin.md` does.
      const place = placeOf(resource, program);
      resource.aliases.push(...(program.host === "plugin" ? [place] : []));
    }
    program.host = program.host === "plugin" ? "dynamic" : "plugin";
    return true;
  },
};

/**
 * @param {Scene} scene
 * @param {Edit} edit
 * @returns {boolean}
 */
function applyEdit(scene, edit) {
  return /** @type {any} */ (edits[edit.do])(scene, edit);
}

/**
 * @param {Program} program
 * @param {string} slot
 */
function slotIn({ resources }, slot) {
  return resources.find((resource) => resource.slot === slot);
}

/**
 * @param {Program} program
 * @param {Resource} resource
 */
function addTo(program, resource) {
  program.resources.push(resource);
  return true;
}

/**
 * @param {Resource} resource
 * @param {Record<string, unknown>} args
 */
function setArgs(resource, args) {
  resource.args = { ...resource.args, ...args };
  return true;
}

/**
 * Whether another resource of the program has that name on the platform.
 * @param {Program} program
 * @param {Resource} resource
 * @param {string | undefined} name
 */
function isNameDeclared({ resources }, { slot, kind }, name) {
  return (
    kind !== "snapshot" &&
    resources.some((other) => other.kind === kind && other.slot !== slot && other.args.name === name)
  );
}

/**
 * @param {Program} program
 * @param {string} slot
 * @param {boolean} alias
 * @param {(resource: Resource) => void} changePlaceOf
 */
function changePlace(program, slot, alias, changePlaceOf) {
  const resource = slotIn(program, slot);
  if (!resource) {
    return false;
  }
  const before = placeOf(resource, program);
  const changed = { ...resource };
  changePlaceOf(changed);
  const isTaken = program.resources.some(
    (other) => other !== resource && other.kind === resource.kind && other.resource === changed.resource,
  );
  if (isTaken) {
    return false;
  }
  Object.assign(resource, changed);
  (alias ? resource.aliases : resource.formerly).push(before);
  return true;
}

/**
 * @param {Program} program
 * @param {Resource} resource
 * @param {import("./index").Thing} thing
 * @param {string} [onDestroy]
 */
function adoptBy(program, resource, thing, onDestroy) {
  const { name, runtime = RUNTIME } = thing.content;
  const adopting = thing.kind === "group" ? { originGroupId: Number(thing.id) } : { adopt: true, runtime };
  setArgs(resource, { name, ...adopting, ...(onDestroy && { onDestroy }) });
  return slotIn(program, resource.slot) === resource || addTo(program, resource);
}

/**
 * @param {Program} program
 * @param {Resource} resource
 * @param {string} slot
 * @returns {boolean}
 */
function dependsOn(program, resource, slot) {
  return (
    resource.slot === slot ||
    resource.dependsOn.some((on) => {
      const other = slotIn(program, on);
      return other !== undefined && dependsOn(program, other, slot);
    })
  );
}

/** @param {Record<string, unknown>} values */
function defined(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

module.exports = { applyEdit, isNameDeclared, slotIn };
