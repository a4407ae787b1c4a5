import { OriginGroup } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import { byHost } from "../../../engine/setup/host";
import { cloudBucket } from "../../../engine/setup/sources";
import { engineTest } from "../../../engine/setup/test-stack";

const byName: unknown[] = [
  "~ sources: {",
  "+ added.example.com:8443: {",
  "+ backup : false",
  "+ enabled: true",
  "}",
  expect.stringMatching(/^~ host-0.example.com\s*: \{$/),
  '+ after: "added.example.com:8443"',
  "}",
  "}",
];

const byPosition: unknown[] = [
  "~ sources: [",
  "+ [0]: {",
  "+ backup : false",
  "+ enabled: true",
  '+ source : "added.example.com:8443"',
  "}",
  "]",
];

engineTest(
  "a source added above 3 or 500 others shows in at most ten lines",
  { seed: { plan: { originsLimit: 1000 } } },
  async (stack) => {
    const counts = [3, 500];
    const declare = (isAdded: boolean) => () => {
      for (const count of counts) {
        const others = Array.from({ length: count - 1 }, (_, index) => ({ source: `host-${index}.example.com` }));
        const sources = [...(isAdded ? [{ source: "added.example.com:8443" }] : []), ...others, cloudBucket("media")];
        new OriginGroup(`of-${count}`, { name: `of-${count}`, sources });
      }
    };
    stack.program = declare(false);
    await stack.up();
    stack.program = declare(true);
    const preview = await stack.preview();
    const shown = preview.split(/\n +~ \S+OriginGroup: \(update\)\n/).slice(1);
    expect(shown).toHaveLength(2);
    for (const text of shown) {
      const lines = text.split("\n").filter((line) => /^ {6}/.test(line) && !/\[(id|urn)=/.test(line));
      expect(lines.map((line) => line.trim())).toEqual(byHost({ dynamic: byName, plugin: byPosition }));
    }
    await stack.up();
    await expectConverged(stack);
  },
);
