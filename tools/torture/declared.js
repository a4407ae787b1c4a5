// @ts-check
"use strict";

const PROJECT_ID = 12;
const REGION_ID = 7;
const SNAPSHOT_ID = "00000000-0000-4000-8000-000000000001";

/** What is on the platform before anything is declared. Tasks take their time, whether somebody looks or not. */
const SEED = {
  snapshots: [
    {
      id: SNAPSHOT_ID,
      name: "as found",
      project_id: PROJECT_ID,
      region_id: REGION_ID,
      tags: [{ key: "theirs", value: "x", read_only: false }],
    },
  ],
  cloud: { taskLife: { newMs: 200, runningMs: 200 } },
};

/** @type {typeof import("./index").declare} */
function declare(version) {
  const cloud = { projectId: PROJECT_ID, regionId: REGION_ID };
  return {
    group: { name: "website", sources: [bucket("media", version), { source: `v${version}.example.com` }] },
    snapshot: { ...cloud, snapshotId: SNAPSHOT_ID, name: `nightly ${version}`, tags: { team: `team-${version}` } },
    function: {
      ...cloud,
      namespace: "images",
      name: "resize",
      code: `package main // ${version}`,
      mainMethod: "Resize",
      runtime: "go1.16.6",
      flavor: "80mCPU-128MB",
      timeout: 30,
      envs: { VERSION: String(version) },
    },
  };
}

/**
 * @param {string} s3BucketName
 * @param {number} version
 * @returns {import("pulumi-edgecloud").S3Source}
 */
function bucket(s3BucketName, version) {
  const s3AccessKeyId = `access-key-${version}-0001`;
  const s3SecretAccessKey = `secret/access+key/${version}/0001`;
  return {
    originType: "s3",
    config: { s3Type: "cloudvendor", s3BucketName, s3Region: "north-1", s3AccessKeyId, s3SecretAccessKey },
  };
}

/**
 * What `declare(version)` makes of the platform, as far as it is declared.
 * @param {number} version
 */
function declaredContent(version) {
  const { group, snapshot, function: fn } = declare(version);
  return {
    groups: [
      {
        name: group.name,
        sources: [
          `s3 media access-key-${version}-0001 secret/access+key/${version}/0001`,
          `host v${version}.example.com`,
        ],
      },
    ],
    functions: [{ name: fn.name, code: fn.code, envs: fn.envs }],
    snapshot: { name: snapshot.name, tags: { ...snapshot.tags, theirs: "x" } },
  };
}

/**
 * The same of what the platform has.
 * @param {import("edgecloud-emulator").EmulatorState} state
 */
function contentOf(state) {
  const [snapshot] = state.snapshots;
  return {
    groups: state.originGroups.map(({ name, sources }) => ({ name, sources: (sources ?? []).map(sourceText) })),
    functions: state.functions.map(({ name, code_text: code, envs }) => ({ name, code, envs })),
    snapshot: {
      name: snapshot?.name,
      tags: Object.fromEntries((snapshot?.tags ?? []).map(({ key, value }) => [key, value])),
    },
  };
}

/** @param {any} source */
function sourceText({ source, config }) {
  return config
    ? `s3 ${config.s3_bucket_name} ${config.s3_access_key_id} ${config.s3_secret_access_key}`
    : `host ${source}`;
}

/** The platform without anything declared. */
const FOUND = { groups: [], functions: [], snapshot: { name: "as found", tags: { theirs: "x" } } };

module.exports = { FOUND, SEED, contentOf, declare, declaredContent };
