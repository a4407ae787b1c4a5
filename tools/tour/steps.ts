import { isDeepStrictEqual } from "node:util";
import { say } from "../terminal";
import { check, checkEmptyState, checkKinds, listChangedProperties } from "./checks";
import { destroy, preview, refresh, up } from "./operations";
import { Platform, type Group, type Snapshot } from "./platform";
import { SNAPSHOT_ID } from "./seed";
import type { Step } from "./tour";
import { YAML_STEPS } from "./yaml-steps";

const FIRST_PREVIEW: Step = {
  title: "preview --diff",
  run: async ({ stack }) => {
    const { changes } = await preview(stack);
    checkKinds(changes, ["create"]);
    return "everything is new; no secret is shown";
  },
};

const FIRST_UP: Step = {
  title: "up",
  run: async ({ stack, url }) => {
    const { changes } = await up(stack);
    checkKinds(changes, ["create"]);
    const { originGroups, snapshots, functions } = await new Platform(url).readState();
    check(originGroups.length === 2, `${originGroups.length} origin groups exist on the platform, not 2`);
    const isRenamed = snapshots.some(({ id, name }) => id === SNAPSHOT_ID && name === "web-root-rollback");
    check(isRenamed, "the snapshot has not got its name");
    const { endpoint, playbackUrl, snapshotTags, transcodedMinutes } = await stack.outputs();
    check(functions[0]?.status === "ACTIVE", "the function is not ready");
    check(endpoint?.value === functions[0].endpoint, "the function has no endpoint");
    check((playbackUrl?.value as string | undefined)?.endsWith(".m3u8"), "the stream has no playlist");
    check((transcodedMinutes?.value as number) > 0, "no transcoded minutes were found");
    const tags = snapshotTags?.value as { key: string; value: string }[] | undefined;
    const image = tags?.find(({ key }) => key === "boots-with")?.value;
    check(image === "golden-web", "the snapshot is not tagged with the image");
    return "2 groups and a function exist, the snapshot is named and tagged, stream and usage are found";
  },
};

const SECOND_PREVIEW: Step = {
  title: "preview --diff, again",
  run: async ({ stack }) => {
    const { changes } = await preview(stack);
    checkKinds(changes, ["same"]);
    return "unchanged: the platform is as the program says";
  },
};

const CHANGE_OUTSIDE: Step = {
  title: "a change behind Pulumi's back",
  run: async ({ url }) => {
    const { id, sources } = await findAssets(url);
    const changed = sources.map((source) => ({ ...source, backup: false }));
    const answer = await new Platform(url).changeGroup(id, { sources: changed });
    check(answer.sources[1]?.backup === false, "the platform did not take the change");
    say(`PATCH /cdn/origin_groups/${id}   the backup server now takes traffic`);
    return "the platform took it";
  },
};

const REFRESH: Step = {
  title: "refresh",
  run: async ({ stack }) => {
    const { changes } = await refresh(stack);
    checkKinds(changes, ["same", "update"]);
    check(changes?.update === 1, "more than one resource differs");
    return "one resource differs from the state";
  },
};

const DRIFT_PREVIEW: Step = {
  title: "preview --diff of the drift",
  run: async ({ stack }) => {
    const { changes, text } = await preview(stack);
    checkKinds(changes, ["same", "update"]);
    const changed = listChangedProperties(text);
    check(changed.join() === "~ backup: false => true", `the diff shows ${changed.join(", ") || "no property"}`);
    return "exactly that drift: backup: false => true";
  },
};

const REPAIR: Step = {
  title: "up repairs it",
  run: async ({ stack, url }) => {
    const { changes } = await up(stack);
    check(changes?.update === 1, "not exactly one resource was updated");
    const { sources } = await findAssets(url);
    check(sources[1]?.backup === true, "the backup server still takes traffic");
    return "the backup server is a backup again";
  },
};

const DESTROY: Step = {
  title: "destroy",
  run: async ({ stack }) => {
    const { changes } = await destroy(stack);
    checkKinds(changes, ["delete"]);
    await checkEmptyState(stack);
    return "no resource is left in the state";
  },
};

const UNCHANGED_PLATFORM: Step = {
  title: "the platform is as it was",
  run: async ({ url, before }) => {
    const { originGroups, snapshots, functions } = await new Platform(url).readState();
    say(`GET /__emulator/state   ${originGroups.length} origin groups, ${functions.length} functions`);
    check(functions.length === 0, `${functions.length} functions are left on the platform`);
    check(originGroups.length === 0, `${originGroups.length} origin groups are left on the platform`);
    const isSame = isDeepStrictEqual(snapshots.map(pickAttributes), before.snapshots.map(pickAttributes));
    check(isSame, "a snapshot is not as it was");
    return "no origin group and no function is left, the snapshot has its name and tags back";
  },
};

async function findAssets(url: string): Promise<Group> {
  const group = await new Platform(url).findGroup("assets");
  check(group, "the group assets is not on the platform");
  return group;
}

function pickAttributes({ id, name, tags }: Snapshot): Snapshot {
  return { id, name, tags };
}

/** The first steps, after which everything is up. */
export const STEPS_TO_UP: readonly Step[] = [FIRST_PREVIEW, FIRST_UP];

/** All steps of the tour. */
export const STEPS: readonly Step[] = [
  ...STEPS_TO_UP,
  SECOND_PREVIEW,
  CHANGE_OUTSIDE,
  REFRESH,
  DRIFT_PREVIEW,
  REPAIR,
  DESTROY,
  ...YAML_STEPS,
  UNCHANGED_PLATFORM,
];
