import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { required, findFunction } from "../../../engine/setup/functions";
import { projectId, regionId, seed, snapshotId, readSnapshot } from "../../../engine/setup/snapshots";
import { readFiles, findWords } from "../../../engine/setup/search";
import { engineTest } from "../../../engine/setup/test-stack";

/** What a program in JavaScript, or one in TypeScript that does not look, may have in a map of texts. */
type Values = Record<string, pulumi.Input<string>>;

const values = (group: OriginGroup) =>
  ({
    ...{ ID: group.originGroupId, PORT: 8080, SHARE: 0.5, ZERO: -0, DEBUG: true, TEXT: "01" },
    TOKEN: pulumi.secret(4_711_471_147_114),
  }) as unknown as Values;

const shown = { ID: "1001", PORT: "8080", SHARE: "0.5", ZERO: "0", DEBUG: "true", TEXT: "01" };
const texts = { ...shown, TOKEN: "4711471147114" };

// Which values become which text, and which are refused: `test/unit/core/arguments.test.ts`.
engineTest(
  "numbers and booleans in a map of strings become strings without a diff, also unknown or secret",
  { seed },
  async (stack) => {
    const declare = (valuesOf: (group: OriginGroup) => Values) => () => {
      const group = new OriginGroup("group", { name: "group", sources: [{ source: "a.example.com" }] });
      const { TOKEN, ...tags } = valuesOf(group);
      new CloudFunction("resize", { ...required, envs: { TOKEN: TOKEN!, ...tags } });
      new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, tags: { ...tags, theirs: null } });
    };
    stack.program = declare(values);
    expect(await stack.up()).not.toContain(texts.TOKEN);
    expect(findFunction(stack.emulator)?.envs).toEqual(texts);
    expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", team: "old", ...shown });
    expect(findWords([texts.TOKEN], readFiles(stack))).toEqual([]);

    stack.emulator.clearRequests();
    stack.program = declare(() => ({ ...texts, TOKEN: pulumi.secret(texts.TOKEN) }));
    expect(await stack.up()).toMatch(/Resources:\n +4 unchanged\n/);
    expect(stack.changes()).toEqual([]);
  },
);
