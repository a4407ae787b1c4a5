// @ts-check
"use strict";

const { isDeepStrictEqual } = require("node:util");
const { say } = require("../terminal");
const { changedProperties, check, checkKinds } = require("./checks");
const { destroy, preview, refresh, up } = require("./operations");
const { platform } = require("./platform");
const { SNAPSHOT_ID } = require("./seed");
const { YAML_STEPS } = require("./yaml-steps");

/**
 * @typedef {object} Tour
 * @property {import("@pulumi/pulumi/automation").Stack} stack  of the examples in TypeScript
 * @property {() => Promise<import("@pulumi/pulumi/automation").Stack>} yaml  of the project in YAML, made by the first call
 * @property {string} url  of the emulator
 * @property {any} found  state of the platform before the first step
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {(tour: Tour) => Promise<string>} run  resolves to what it proved
 */

/** @type {Step} */
const FIRST_PREVIEW = {
  title: "preview --diff",
  run: async ({ stack }) => {
    const { changes } = await preview(stack);
    checkKinds(changes, ["create"]);
    return "everything is new; no secret is shown";
  },
};

/** @type {Step} */
const FIRST_UP = {
  title: "up",
  run: async ({ stack, url }) => {
    const { changes } = await up(stack);
    checkKinds(changes, ["create"]);
    const { originGroups, snapshots, functions } = await platform(url).state();
    check(originGroups.length === 2, `${originGroups.length} origin groups exist on the platform, not 2`);
    const renamed = snapshots.some(
      (/** @type {any} */ { id, name }) => id === SNAPSHOT_ID && name === "web-root-rollback",
    );
    check(renamed, "the snapshot has not got its name");
    const { endpoint, playbackUrl, snapshotTags, transcodedMinutes } = await stack.outputs();
    check(functions[0]?.status === "ACTIVE", "the function is not ready");
    check(endpoint?.value === functions[0].endpoint, "the function has no endpoint");
    check(playbackUrl?.value.endsWith(".m3u8"), "the stream has no playlist");
    check(transcodedMinutes?.value > 0, "no transcoded minutes were found");
    const bootsWith = snapshotTags?.value.find((/** @type {any} */ { key }) => key === "boots-with");
    check(bootsWith?.value === "golden-web", "the snapshot is not tagged with the image");
    return "2 groups and a function exist, the snapshot is named and tagged, stream and usage are found";
  },
};

/** @type {Step} */
const SECOND_PREVIEW = {
  title: "preview --diff, again",
  run: async ({ stack }) => {
    const { changes } = await preview(stack);
    checkKinds(changes, ["same"]);
    return "unchanged: the platform is as the program says";
  },
};

/** @type {Step} */
const CHANGE_OUTSIDE = {
  title: "a change behind Pulumi's back",
  run: async ({ url }) => {
    const { id, sources } = await platform(url).findGroup("assets");
    const changed = sources.map((/** @type {object} */ source) => ({ ...source, backup: false }));
    const answer = await platform(url).changeGroup(id, { sources: changed });
    check(answer.sources[1].backup === false, "the platform did not take the change");
    say(`PATCH /cdn/origin_groups/${id}   the backup server now takes traffic`);
    return "the platform took it";
  },
};

/** @type {Step} */
const REFRESH = {
  title: "refresh",
  run: async ({ stack }) => {
    const { changes } = await refresh(stack);
    checkKinds(changes, ["same", "update"]);
    check(changes?.update === 1, "more than one resource differs");
    return "one resource differs from the state";
  },
};

/** @type {Step} */
const DRIFT_PREVIEW = {
  title: "preview --diff of the drift",
  run: async ({ stack }) => {
    const { changes, text } = await preview(stack);
    checkKinds(changes, ["same", "update"]);
    const changed = changedProperties(text);
    check(changed.join() === "~ backup: false => true", `the diff shows ${changed.join(", ") || "no property"}`);
    return "exactly that drift: backup: false => true";
  },
};

/** @type {Step} */
const REPAIR = {
  title: "up repairs it",
  run: async ({ stack, url }) => {
    const { changes } = await up(stack);
    check(changes?.update === 1, "not exactly one resource was updated");
    const { sources } = await platform(url).findGroup("assets");
    check(sources[1].backup === true, "the backup server still takes traffic");
    return "the backup server is a backup again";
  },
};

/** @type {Step} */
const DESTROY = {
  title: "destroy",
  run: async ({ stack }) => {
    const { changes } = await destroy(stack);
    checkKinds(changes, ["delete"]);
    const { deployment } = await stack.exportStack();
    check((deployment.resources ?? []).length === 0, "resources are left in the state");
    return "no resource is left in the state";
  },
};

/** @type {Step} */
const AS_FOUND = {
  title: "the platform is as it was",
  run: async ({ url, found }) => {
    const { originGroups, snapshots, functions } = await platform(url).state();
    say(`GET /__emulator/state   ${originGroups.length} origin groups, ${functions.length} functions`);
    check(functions.length === 0, `${functions.length} functions are left on the platform`);
    check(originGroups.length === 0, `${originGroups.length} origin groups are left on the platform`);
    check(isDeepStrictEqual(snapshots.map(attributes), found.snapshots.map(attributes)), "a snapshot is not as it was");
    return "no origin group and no function is left, the snapshot has its name and tags back";
  },
};

/** @param {any} snapshot */
const attributes = ({ id, name, tags }) => ({ id, name, tags });

const STEPS_TO_UP = [FIRST_PREVIEW, FIRST_UP];
const STEPS = [
  ...STEPS_TO_UP,
  SECOND_PREVIEW,
  CHANGE_OUTSIDE,
  REFRESH,
  DRIFT_PREVIEW,
  REPAIR,
  DESTROY,
  ...YAML_STEPS,
  AS_FOUND,
];

module.exports = { STEPS, STEPS_TO_UP };
