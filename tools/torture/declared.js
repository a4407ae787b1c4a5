// @ts-check
"use strict";

/** @typedef {import("./index").Kind} Kind */
/** @typedef {import("./index").Place} Place */
/** @typedef {import("./index").Program} Program */
/** @typedef {import("./index").Resource} Resource */

const PROJECT_ID = 12;
const REGION_ID = 7;
const NAMESPACE = "images";

/** The snapshots of the platform: nobody makes or deletes one here. */
const SNAPSHOT_IDS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];

const RUNTIME = "go1.16.6";

/** Far longer than a task takes here: a function that waits longer would wait for ever. */
const TASK_TIMEOUT_SECONDS = 20;

/** What each slot of a snapshot declares: two of them share one snapshot, and no two declare the same. */
const SNAPSHOT_SLOTS = [
  { snapshot: 0, tags: ["team", "tier"], name: true },
  { snapshot: 0, tags: ["keep", "legacy"], name: false },
  { snapshot: 1, tags: ["stage", "legacy"], name: true },
];

const CLASSES = { group: "OriginGroup", function: "CloudFunction", snapshot: "SnapshotAttributes" };
const PREFIXES = { dynamic: "pulumi-nodejs:dynamic/edgecloud:", plugin: "edgecloud:index:" };

/** The type of the one component that programs have. */
const COMPONENT = "torture:index:Site";

/**
 * A resource as it is when it is new in the program.
 * @param {string} slot
 * @param {Kind} kind
 * @param {string | undefined} name  on the platform; a snapshot has its own
 * @param {number} version
 * @returns {Resource}
 */
function newResource(slot, kind, name, version) {
  const args = argsOf(kind, slot, name, version);
  return { slot, kind, resource: slot, args, aliases: [], formerly: [], dependsOn: [], replaceOnChanges: [] };
}

/**
 * Arguments of that version; two versions that follow each other differ in every kind.
 * @param {Kind} kind
 * @param {string} slot
 * @param {string | undefined} name
 * @param {number} version
 * @returns {import("./index").Args}
 */
function argsOf(kind, slot, name, version) {
  switch (kind) {
    case "group":
      return {
        name,
        ...(version % 2 === 0 && { useNext: true }),
        sources: [...(version % 3 === 0 ? [] : [bucket(version)]), { source: `v${version}.example.com` }],
      };
    case "function":
      return {
        ...scope,
        namespace: NAMESPACE,
        name,
        code: `package main // ${version}`,
        mainMethod: "Resize",
        runtime: RUNTIME,
        flavor: "80mCPU-128MB",
        timeout: 30,
        taskTimeoutSeconds: TASK_TIMEOUT_SECONDS,
        ...(version % 2 === 1 && { description: `version ${version}` }),
        ...(version % 3 !== 0 && { envs: { VERSION: String(version) } }),
      };
    case "snapshot":
      return snapshotArgs(slot, version);
  }
}

const scope = { projectId: PROJECT_ID, regionId: REGION_ID };

/**
 * @param {string} slot
 * @param {number} version
 */
function snapshotArgs(slot, version) {
  const own = /** @type {typeof SNAPSHOT_SLOTS[number]} */ (
    SNAPSHOT_SLOTS[(Number(slot.slice(1)) - 1) % SNAPSHOT_SLOTS.length]
  );
  const [first = "", second = ""] = own.tags;
  const tags = {
    [first]: `${slot}-${version}`,
    // Taken away, not managed, and a value of its own.
    ...(version % 3 === 0 && { [second]: null }),
    ...(version % 3 === 1 && { [second]: `${slot}-${version}` }),
  };
  return { ...scope, snapshotId: SNAPSHOT_IDS[own.snapshot], ...(own.name && { name: `nightly ${version}` }), tags };
}

/** @param {number} version */
function bucket(version) {
  const s3AccessKeyId = `access-key-${version}-0001`;
  const s3SecretAccessKey = `secret/access+key/${version}/0001`;
  return {
    originType: "s3",
    config: { s3Type: "cloudvendor", s3BucketName: "media", s3Region: "north-1", s3AccessKeyId, s3SecretAccessKey },
  };
}

/**
 * What a group or a function must have on the platform, in the form of `contentOf` in `platform.js`.
 * @param {Resource} resource
 * @returns {Record<string, unknown>}
 */
function declaredContent({ kind, args }) {
  if (kind === "group") {
    const sources = (args.sources ?? []).map(({ source, config }) =>
      config ? `s3 ${config.s3BucketName} ${config.s3AccessKeyId} ${config.s3SecretAccessKey}` : source,
    );
    return { name: args.name, useNext: args.useNext ?? false, sources };
  }
  const { name, code, runtime, description, envs } = args;
  return { name, code, runtime, ...(description !== undefined && { description }), ...(envs && { envs }) };
}

/**
 * The place of a resource in the program.
 * @param {Resource} resource
 * @param {Program} program
 * @returns {Place}
 */
function placeOf({ resource, parent }, { host }) {
  return { resource, ...(parent !== undefined && { parent }), host };
}

/**
 * @param {Kind} kind
 * @param {Place} place
 */
function urnOf(kind, { resource, parent, host }) {
  return `urn:pulumi:dev::torture::${parent ? `${COMPONENT}$` : ""}${PREFIXES[host]}${CLASSES[kind]}::${resource}`;
}

/**
 * Every URN under which the program lets the state have the resource, the present one first. The classes of the plugin
 * know the resources of the dynamic provider without being told.
 * @param {Resource} resource
 * @param {Program} program
 */
function urnsOf(resource, program) {
  const places = [placeOf(resource, program), ...resource.aliases];
  const ofOtherHost =
    program.host === "plugin" ? places.map((place) => ({ ...place, host: /** @type {const} */ ("dynamic") })) : [];
  return [...new Set([...places, ...ofOtherHost].map((place) => urnOf(resource.kind, place)))];
}

module.exports = {
  CLASSES,
  COMPONENT,
  NAMESPACE,
  PREFIXES,
  PROJECT_ID,
  REGION_ID,
  RUNTIME,
  SNAPSHOT_IDS,
  argsOf,
  declaredContent,
  newResource,
  placeOf,
  urnOf,
  urnsOf,
};
