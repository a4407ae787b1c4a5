// @ts-check
"use strict";

const { randomUUID } = require("node:crypto");
const { isDeepStrictEqual } = require("node:util");
const { NAMESPACE, PROJECT_ID, REGION_ID, RUNTIME, SNAPSHOT_IDS } = require("./declared");

/** @typedef {import("./index").ByHand} ByHand */
/** @typedef {import("./index").Held} Held */
/** @typedef {import("./index").Seen} Seen */
/** @typedef {import("./index").Thing} Thing */
/** @typedef {import("edgecloud-emulator").Emulator} Emulator */
/** @typedef {import("edgecloud-emulator").EmulatorState} EmulatorState */

/** What is on the platform before anything is declared. Tasks take their time, whether somebody looks or not. */
const SEED = {
  snapshots: SNAPSHOT_IDS.map((id) => ({
    id,
    name: "as found",
    project_id: PROJECT_ID,
    region_id: REGION_ID,
    tags: Object.entries({ theirs: "x", team: "old", legacy: "yes" }).map(tagOf),
  })),
  cloud: { taskLife: { newMs: 100, runningMs: 100 } },
};

/**
 * @param {EmulatorState} state
 * @returns {Seen}
 */
function look({ originGroups, functions, snapshots }) {
  const things = [...originGroups.map(groupThing), ...functions.map(functionThing)];
  return {
    things: new Map(things.map((thing) => [keyOf(thing), thing])),
    snapshots: new Map(
      snapshots.map(({ id, name, tags }) => [
        String(id),
        { name, tags: Object.fromEntries(tags.map(({ key, value }) => [key, value])) },
      ]),
    ),
  };
}

/** @param {EmulatorState["originGroups"][number]} group */
function groupThing({ id, name, use_next: useNext, sources }) {
  const content = { name, useNext, sources: (sources ?? []).map(sourceText) };
  return /** @type {Thing} */ ({ kind: "group", id: String(id), name, works: true, content });
}

/** @param {EmulatorState["functions"][number]} fn */
function functionThing({ id, name, code_text: code, runtime, description, envs, build_status: build }) {
  const content = { name, code, runtime, description, envs };
  return /** @type {Thing} */ ({ kind: "function", id, name, works: build !== "failed", content });
}

/** @param {any} source */
function sourceText({ source, config }) {
  return config ? `s3 ${config.s3_bucket_name} ${config.s3_access_key_id} ${config.s3_secret_access_key}` : source;
}

/** @param {Pick<Thing, "kind" | "id">} thing */
function keyOf({ kind, id }) {
  return `${kind} ${id}`;
}

/**
 * The group or function that a resource of the state has. A function is found by its name, so one that somebody has
 * deleted and made again counts as the same.
 * @param {Pick<Held, "kind" | "id">} held
 * @param {Seen} seen
 */
function thingOf({ kind, id }, seen) {
  if (kind === "snapshot") {
    return undefined;
  }
  return kind === "group" ? seen.things.get(keyOf({ kind, id })) : thingNamed(kind, String(id.split("/").at(-1)), seen);
}

/**
 * @param {"group" | "function"} kind
 * @param {string} name
 * @param {Seen} seen
 */
function thingNamed(kind, name, seen) {
  return [...seen.things.values()].find((thing) => thing.kind === kind && thing.name === name);
}

/**
 * Makes something by hand; false if the name is taken.
 * @param {Emulator} emulator
 * @param {"group" | "function"} kind
 * @param {string} name
 * @param {object} content
 */
function make(emulator, kind, name, content = {}) {
  if (thingNamed(kind, name, look(emulator.state()))) {
    return false;
  }
  if (kind === "group") {
    emulator.seed({ originGroups: [{ name, sources: [{ source: "by-hand.example.com" }], ...content }] });
    return true;
  }
  emulator.seed({
    functions: [
      {
        id: randomUUID(),
        project_id: PROJECT_ID,
        region_id: REGION_ID,
        namespace: NAMESPACE,
        name,
        code_text: "package byhand",
        main_method: "ByHand",
        runtime: RUNTIME,
        flavor: "80mCPU-128MB",
        timeout: 30,
        ...content,
      },
    ],
  });
  return true;
}

/**
 * Changes a group or a function by hand, but for what a resource cannot see afterwards: the credentials of its buckets.
 * @param {Emulator} emulator
 * @param {Thing} thing
 * @param {number} version
 */
function change(emulator, { kind, id }, version) {
  const state = emulator.state();
  emulator.replaceState({
    ...state,
    originGroups: state.originGroups.map((group) =>
      kind === "group" && String(group.id) === id ? changedGroup(group, version) : group,
    ),
    functions: state.functions.map((fn) =>
      kind === "function" && fn.id === id
        ? { ...fn, description: `by hand ${version}`, envs: { BY_HAND: String(version) } }
        : fn,
    ),
  });
}

/**
 * @param {EmulatorState["originGroups"][number]} group
 * @param {number} version
 */
function changedGroup(group, version) {
  const buckets = (group.sources ?? []).filter((source) => "config" in source && source.config);
  return {
    ...group,
    use_next: !group.use_next,
    sources: [...buckets, { source: `by-hand-${version}.example.com`, backup: false, enabled: true }],
  };
}

/**
 * @param {Emulator} emulator
 * @param {Thing} thing
 */
function remove(emulator, { kind, id }) {
  const state = emulator.state();
  emulator.replaceState({
    ...state,
    originGroups: state.originGroups.filter((group) => kind !== "group" || String(group.id) !== id),
    functions: state.functions.filter((fn) => kind !== "function" || fn.id !== id),
  });
}

/**
 * Writes a tag, or removes it, or gives another name.
 * @param {Emulator} emulator
 * @param {string} id
 * @param {{ name?: string, tags?: Record<string, string | null> }} changed
 */
function changeSnapshot(emulator, id, { name, tags = {} }) {
  const state = emulator.state();
  emulator.replaceState({
    ...state,
    snapshots: state.snapshots.map((snapshot) => {
      if (snapshot.id !== id) {
        return snapshot;
      }
      const others = snapshot.tags.filter(({ key }) => !(key in tags));
      const set = Object.entries(tags).flatMap(([key, value]) => (value === null ? [] : [tagOf([key, value])]));
      return { ...snapshot, name: name ?? snapshot.name, tags: [...others, ...set] };
    }),
  });
}

/**
 * Whether two values say the same; in Jest, objects of the emulator have other prototypes.
 * @param {unknown} one
 * @param {unknown} other
 */
function isAlike(one, other) {
  const [first, second] = [one, other].map((value) => JSON.parse(JSON.stringify(value ?? null)));
  return isDeepStrictEqual(first, second);
}

/** @param {[string, string]} tag */
function tagOf([key, value]) {
  return { key, value, read_only: false };
}

module.exports = { SEED, change, changeSnapshot, isAlike, keyOf, look, make, remove, thingNamed, thingOf };
