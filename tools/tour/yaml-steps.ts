import { check, checkEmptyState, checkKinds } from "./checks";
import { destroy, preview, up } from "./operations";
import { Platform } from "./platform";
import type { Step } from "./tour";

const FIRST_PREVIEW: Step = {
  title: "YAML on the plugin: preview --diff",
  run: async ({ openYaml }) => {
    const { changes, text } = await preview(await openYaml());
    checkKinds(changes, ["create"]);
    check(text.includes("edgecloud:index:OriginGroup"), "the group is not one of the plugin");
    return "everything is new; no secret is shown";
  },
};

const FIRST_UP: Step = {
  title: "YAML on the plugin: up",
  run: async ({ openYaml, url }) => {
    const stack = await openYaml();
    const { changes } = await up(stack);
    checkKinds(changes, ["create"]);
    const { originGroups, functions } = await new Platform(url).readState();
    check(originGroups.length === 1, `${originGroups.length} origin groups exist on the platform, not 1`);
    check(functions[0]?.status === "ACTIVE", "the function is not ready");
    const { downloadsGroupId, endpoint } = await stack.outputs();
    check(downloadsGroupId?.value === originGroups[0]?.id, "the group has no ID");
    check(endpoint?.value === functions[0].endpoint, "the function has no endpoint");
    return "a group and a function exist, and the program has their ID and endpoint";
  },
};

const SECOND_PREVIEW: Step = {
  title: "YAML on the plugin: preview --diff, again",
  run: async ({ openYaml }) => {
    const { changes } = await preview(await openYaml());
    checkKinds(changes, ["same"]);
    return "unchanged: the platform is as the program says";
  },
};

const DESTROY: Step = {
  title: "YAML on the plugin: destroy",
  run: async ({ openYaml }) => {
    const stack = await openYaml();
    const { changes } = await destroy(stack);
    checkKinds(changes, ["delete"]);
    await checkEmptyState(stack);
    return "no resource is left in the state";
  },
};

/** What the tour does with the project in YAML, whose resources the plugin serves. */
export const YAML_STEPS: readonly Step[] = [FIRST_PREVIEW, FIRST_UP, SECOND_PREVIEW, DESTROY];
