// @ts-check
"use strict";

const { check, checkKinds } = require("./checks");
const { destroy, preview, up } = require("./operations");
const { platform } = require("./platform");

/** @type {import("./steps").Step} */
const FIRST_PREVIEW = {
  title: "YAML on the plugin: preview --diff",
  run: async ({ yaml }) => {
    const { changes, text } = await preview(await yaml());
    checkKinds(changes, ["create"]);
    check(text.includes("edgecloud:index:OriginGroup"), "the group is not one of the plugin");
    return "everything is new; no secret is shown";
  },
};

/** @type {import("./steps").Step} */
const FIRST_UP = {
  title: "YAML on the plugin: up",
  run: async ({ yaml, url }) => {
    const stack = await yaml();
    const { changes } = await up(stack);
    checkKinds(changes, ["create"]);
    const { originGroups, functions } = await platform(url).state();
    check(originGroups.length === 1, `${originGroups.length} origin groups exist on the platform, not 1`);
    check(functions[0]?.status === "ACTIVE", "the function is not ready");
    const { downloadsGroupId, endpoint } = await stack.outputs();
    check(downloadsGroupId?.value === originGroups[0].id, "the group has no ID");
    check(endpoint?.value === functions[0].endpoint, "the function has no endpoint");
    return "a group and a function exist, and the program has their ID and endpoint";
  },
};

/** @type {import("./steps").Step} */
const SECOND_PREVIEW = {
  title: "YAML on the plugin: preview --diff, again",
  run: async ({ yaml }) => {
    const { changes } = await preview(await yaml());
    checkKinds(changes, ["same"]);
    return "unchanged: the platform is as the program says";
  },
};

/** @type {import("./steps").Step} */
const DESTROY = {
  title: "YAML on the plugin: destroy",
  run: async ({ yaml }) => {
    const stack = await yaml();
    const { changes } = await destroy(stack);
    checkKinds(changes, ["delete"]);
    const { deployment } = await stack.exportStack();
    check((deployment.resources ?? []).length === 0, "resources are left in the state");
    return "no resource is left in the state";
  },
};

/** What the tour does with the project in YAML, whose resources the plugin serves. */
const YAML_STEPS = [FIRST_PREVIEW, FIRST_UP, SECOND_PREVIEW, DESTROY];

module.exports = { YAML_STEPS };
