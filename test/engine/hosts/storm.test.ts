import { OriginGroup } from "pulumi-edgecloud";
import { engineTest } from "../setup/test-stack";

const count = 60;

engineTest(
  "storm: 60 groups against a limit of 30 requests a second are created in one up, each once, and deleted again",
  {},
  async (stack) => {
    const { emulator } = stack;
    stack.program = () => {
      for (let index = 0; index < count; index += 1) {
        new OriginGroup(`group-${index}`, {
          name: `group-${index}`,
          sources: [{ source: `host-${index}.example.com` }],
        });
      }
    };
    emulator.setRateLimit({ perSecond: 30, burst: 5 });
    // A slow machine never sends more than 30 requests a second; these three are refused on every machine.
    emulator.addFault({ method: "POST", path: "/cdn/origin_groups", times: 3, answer: { status: 429 } });
    expect(await stack.up(count)).toContain(`+ ${count + 1} created`);
    const created = stack.changes().filter((change) => change.endsWith(" 201"));
    expect(created).toHaveLength(count);
    expect(stack.changes().some((change) => change.endsWith(" 429"))).toBe(true);
    const sources = emulator.state().originGroups.map(({ sources: [first] }) => first);
    expect(new Set(sources.map((source) => JSON.stringify(source))).size).toBe(count);
    expect(await stack.destroy({ parallel: count })).toContain(`- ${count + 1} deleted`);
  },
);
