import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, OriginGroup, SnapshotAttributes } from "pulumi-edgecloud";
import { required, findFunction } from "../../../engine/setup/functions";
import { projectId, regionId, seed, snapshotId, readSnapshot } from "../../../engine/setup/snapshots";
import { readFiles, findWords } from "../../../engine/setup/search";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

/** What a program in JavaScript, or one in TypeScript that does not look, may have in a map of texts. */
type Values = Record<string, pulumi.Input<string>>;

const values = (group: OriginGroup) =>
  ({
    ...{ ID: group.originGroupId, PORT: 8080, SHARE: 0.5, ZERO: -0, DEBUG: true, TEXT: "01" },
    TOKEN: pulumi.secret(4_711_471_147_114),
  }) as unknown as Values;

const shown = { ID: "1001", PORT: "8080", SHARE: "0.5", ZERO: "0", DEBUG: "true", TEXT: "01" };
const texts = { ...shown, TOKEN: "4711471147114" };

/** A function and a snapshot that have these values, beside the group that one of them comes from. */
const declare = (valuesOf: (group: OriginGroup) => Values) => () => {
  const group = new OriginGroup("group", { name: "group", sources: [{ source: "a.example.com" }] });
  const { ID, TOKEN, ...known } = valuesOf(group);
  new CloudFunction("resize", { ...required, envs: { ID: ID!, TOKEN: TOKEN!, ...known } });
  const tags = { ID: ID!, ...known, theirs: null };
  new SnapshotAttributes("nightly", { projectId, regionId, snapshotId, tags });
};

engineTest(
  "numbers and booleans in a map of strings become strings without a diff, also unknown or secret; one that has lost " +
    "digits is refused without its value",
  { seed },
  async (stack) => {
    stack.program = declare(() => ({ ...texts, PORT: 12345678901234567890 as never }));
    const failure = await failureText(stack.preview());
    const reason = "must be a string, not a number: a number this large loses digits; put it in quotes";
    expect(failure).toMatch(new RegExp(`(envs|tags)\\.PORT ${reason}`));
    expect(failure).not.toContain("1234567890");

    stack.program = declare(values);
    const preview = await stack.preview();
    expect(preview).toMatch(/envs +: \{\s+DEBUG: "true"\s+ID +: \[unknown\]/);
    expect(preview).not.toContain("4711471147114");
    await stack.up();
    expect(findFunction(stack.emulator)?.envs).toEqual(texts);
    expect(readSnapshot(stack.emulator).tags).toEqual({ fixed: "platform", team: "old", ...shown });
    expect(findWords([texts.TOKEN], readFiles(stack))).toEqual([]);

    stack.emulator.clearRequests();
    expect(await stack.preview()).toMatch(/4 unchanged\n$/);
    stack.program = declare(() => ({ ...texts, TOKEN: pulumi.secret(texts.TOKEN) }));
    expect(await stack.up()).toMatch(/Resources:\n +4 unchanged\n/);
    await stack.refresh();
    expect(stack.changes()).toEqual([]);

    stack.program = declare((group) => ({ ...values(group), PORT: 8081 as never }));
    expect(await stack.up(undefined, { diff: true })).toMatch(/~ PORT: "8080" => "8081"/);
    expect(findFunction(stack.emulator)?.envs).toEqual({ ...texts, PORT: "8081" });
  },
);
