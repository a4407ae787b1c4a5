import type { FaultInput, SeedInput } from "edgecloud-emulator";
import { OriginGroup } from "pulumi-edgecloud";
import { engineTest, failureText } from "./setup/test-stack";

const collection = "/cdn/origin_groups";

const post = (fault: Omit<FaultInput, "path">): FaultInput => ({ method: "POST", path: collection, ...fault });

/** One group for each way in which the answer can get lost after the group was created. */
const applied: Record<string, FaultInput> = {
  "connection reset": post({ reset: "after" }),
  "truncated answer": post({ broken: "truncated" }),
  "malformed answer": post({ broken: "malformed" }),
  "gateway's error": post({ answer: { status: 502, body: "<html>bad gateway</html>", applied: true } }),
  "timed out": post({ answerDelayMs: 3000 }),
  "answer of a proxy": post({ answer: { status: 200, body: "<html>please log in</html>", applied: true } }),
  "answer with the ID only": post({ answer: { status: 201, body: { id: 1007 }, applied: true } }),
};

/** One group for each way in which the request can get lost before that. */
const notApplied: Record<string, FaultInput> = {
  "lost on the way": post({ reset: "before" }),
  "stopped by the gateway": post({ answer: { status: 502, body: "bad gateway" } }),
};

const declare = (names: string[]) => () => {
  for (const [index, name] of names.entries()) {
    new OriginGroup(name, { name, useNext: true, sources: [{ source: `host-${index}.example.com` }] });
  }
};

engineTest(
  "lost answers: creates every group once, and repeats a POST only if it had no effect",
  { config: { "edgecloud:requestTimeoutSeconds": { value: "1" } } },
  async (stack) => {
    const cases = { ...applied, ...notApplied };
    for (const [index, name] of Object.keys(cases).entries()) {
      // One after the other, so that each group meets the fault that it is named after.
      stack.emulator.clearFaults();
      stack.emulator.addFault(cases[name]!);
      stack.program = declare(Object.keys(cases).slice(0, index + 1));
      await stack.up();
      expect({ name, hits: stack.emulator.faults().map(({ timesLeft }) => timesLeft) }).toEqual({ name, hits: [0] });
    }
    const names = Object.keys(cases).sort();
    expect(
      stack.emulator
        .state()
        .originGroups.map((group) => group.name)
        .sort(),
    ).toEqual(names);
    const posts = stack.requests().filter(({ method }) => method === "POST");
    expect(posts).toHaveLength(Object.keys(applied).length + 2 * Object.keys(notApplied).length);

    const ids = stack.emulator.state().originGroups.map((group) => String(group.id));
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(await stack.preview()).toMatch(/10 unchanged/);
    expect(stack.changes().filter((change) => !change.startsWith("POST"))).toEqual([]);
  },
);

const same = { use_next: true, sources: [{ source: "host-0.example.com" }] };

/** Groups that existed before, and that no lost request can have created. */
const theirs: Record<string, NonNullable<SeedInput["originGroups"]>[number]> = {
  "other content": { id: 101, name: "taken", sources: [{ source: "theirs.example.com" }] },
  "the same content, in use": { ...same, id: 101, name: "taken", usedBy: { resources: [{ id: 9 }], rules: [] } },
};

for (const [what, group] of Object.entries(theirs)) {
  engineTest(`lost answers: a group with ${what} is left alone`, { seed: { originGroups: [group] } }, async (stack) => {
    const before = stack.emulator.state();
    stack.program = declare(["taken"]);
    stack.emulator.addFault(post({ reset: "before" }));
    const failure = await failureText(stack.up());
    expect(failure).toContain('creating origin group "taken": ');
    expect(failure).toMatch(
      /name: the account already has an origin group "taken" \(ID 101\)\. .*set originGroupId: 101 /,
    );
    expect(stack.emulator.state()).toEqual(before);
    expect(await stack.resources()).toEqual([]);
    expect(stack.changes()).toEqual(["POST /cdn/origin_groups no answer"]);
  });
}

engineTest(
  "lost answers: the error says what to do if the group cannot be read back either",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    stack.program = declare(["assets"]);
    stack.emulator.addFault(post({ reset: "after" }));
    stack.emulator.addFault({ method: "GET", path: collection, answer: { status: 503 }, times: 9 });
    expect(await failureText(stack.up())).toMatch(
      /reading it also failed: .*; it is not known whether the group was created\. Run `pulumi up` again/,
    );
    stack.emulator.clearFaults();
    const [orphan] = stack.emulator.state().originGroups;
    expect(await failureText(stack.up())).toContain(`set originGroupId: ${orphan?.id}`);
    stack.emulator.replaceState({});
  },
);
