import type { CustomResourceOptions } from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { changeFunctions, findFunction, required } from "../../../engine/setup/functions";
import { findGroup } from "../../../engine/setup/platform";
import { engineTest, failureText } from "../../../engine/setup/test-stack";

type Declare = (
  name: string,
  isChanged: boolean,
  opts?: CustomResourceOptions,
  more?: { onDestroy?: "retain" },
) => void;

/** The package replaces it. */
const declareFunction: Declare = (name, isChanged, opts, more) =>
  new CloudFunction(name, { ...required, name, runtime: isChanged ? "go1.17.5" : required.runtime, ...more }, opts);

/** Pulumi itself replaces it, without asking the package. */
const declareGroup: Declare = (name, isChanged, opts, more) => {
  const args = { name, sources: [{ source: "a.example.com" }], useNext: isChanged, ...more };
  new OriginGroup(name, args, { ...opts, replaceOnChanges: ["useNext"] });
};

const explainStay = (property: string, object: string, other: string, same: string) =>
  `${property} leaves the ${object} on the platform, so its name stays taken. To replace it, first run \`pulumi up\` ` +
  `with ${property}: ${other} alone, then make this change. To keep it, first run \`pulumi up\` with ${property}: ` +
  `${same} alone, then make this change and give the new one another name`;

interface Row {
  declare: Declare;
  opts?: CustomResourceOptions;
  more?: { onDestroy?: "retain" };
  expected: string;
}

const rows: Record<string, Row> = {
  resize: {
    declare: declareFunction,
    opts: { retainOnDelete: true },
    expected: explainStay("retainOnDelete", 'function "resize"', "false", "true"),
  },
  assets: {
    declare: declareGroup,
    opts: { retainOnDelete: true },
    expected: explainStay("retainOnDelete", 'origin group "assets"', "false", "true"),
  },
  media: {
    declare: declareGroup,
    more: { onDestroy: "retain" },
    expected: explainStay("onDestroy", 'origin group "media"', '"delete"', '"retain"'),
  },
  crop: {
    declare: declareFunction,
    opts: { deleteBeforeReplace: false },
    expected:
      'deleteBeforeReplace: false makes the new one before the function "crop" is deleted, and both have that name. Leave ' +
      "the option out, or give the new one another name",
  },
};

engineTest(
  "a replacement whose old object stays under its name is refused before anything changes, and each way out works",
  { left: ["media"] },
  async (stack) => {
    const { emulator } = stack;
    const declareAll = (changed: readonly string[], plain: readonly string[] = []) => {
      for (const [name, { declare, opts, more }] of Object.entries(rows)) {
        declare(name, changed.includes(name), plain.includes(name) ? {} : opts, more);
      }
    };
    stack.program = () => declareAll([]);
    await stack.up();
    emulator.clearRequests();
    for (const [name, { expected }] of Object.entries(rows)) {
      stack.program = () => declareAll([name]);
      expect((await failureText(stack.preview())).replace(/\s+/g, " ")).toContain(expected);
    }
    expect(stack.changes()).toEqual([]);

    // What is no longer on the platform is in nobody's way.
    changeFunctions(emulator, ({ name }) => (name === "resize" ? undefined : {}));
    stack.program = () => declareAll(["resize"]);
    expect(await stack.preview()).toMatch(/1 to replace/);

    // To replace: first without the options.
    stack.program = () => declareAll([], ["assets", "crop"]);
    await stack.up();
    const group = findGroup(emulator, "assets");
    stack.program = () => declareAll(["assets", "crop", "resize"], ["assets", "crop"]);
    await stack.up();
    expect(findGroup(emulator, "assets").use_next).toBe(true);
    expect(findGroup(emulator, "assets").id).not.toBe(group.id);
    expect(["resize", "crop"].map((name) => findFunction(emulator, name)?.runtime)).toEqual(["go1.17.5", "go1.17.5"]);

    // With the option alone removed, the destroy that follows removes the function.
    stack.program = () => declareAll(["assets", "crop", "resize"], Object.keys(rows));
    expect(await stack.up()).not.toMatch(/replaced|created/);
  },
);
