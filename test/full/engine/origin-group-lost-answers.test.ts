import type { FaultInput, SeedInput } from "edgecloud-emulator";
import { OriginGroup, Provider } from "pulumi-edgecloud";
import { engineTest, failureText } from "../../engine/setup/test-stack";

const collection = "/cdn/origin_groups";

const post = (fault: Omit<FaultInput, "path">): FaultInput => ({ method: "POST", path: collection, ...fault });

/** This group is created first, so its ID is known before. */
const first = "answer with the ID only";

/** Only this one waits no longer than a second: on a busy machine, any answer can take that long. */
const timedOut = "timed out";

/** One group for each way in which the answer can get lost after the group was created. */
const applied: Record<string, FaultInput> = {
  [first]: post({ answer: { status: 201, body: { id: 1001 }, applied: true } }),
  "connection reset": post({ reset: "after" }),
  "truncated answer": post({ broken: "truncated" }),
  "malformed answer": post({ broken: "malformed" }),
  "gateway's error": post({ answer: { status: 502, body: "<html>bad gateway</html>", applied: true } }),
  [timedOut]: post({ answerDelayMs: 3000 }),
  "answer of a proxy": post({ answer: { status: 200, body: "<html>please log in</html>", applied: true } }),
};

/** One group for each way in which the request can get lost before that. */
const notApplied: Record<string, FaultInput> = {
  "lost on the way": post({ reset: "before" }),
  "stopped by the gateway": post({ answer: { status: 502, body: "bad gateway" } }),
};

const sourceOf = (index: number) => ({ source: `host-${index}.example.com` });

/** Groups that existed before, and that no lost request can have created. */
const theirs: Record<string, NonNullable<SeedInput["originGroups"]>[number]> = {
  "other content": { id: 101, name: "other content", sources: [{ source: "theirs.example.com" }] },
  "the same content, in use": {
    id: 102,
    name: "the same content, in use",
    use_next: true,
    sources: [sourceOf(10)],
    usedBy: { resources: [{ id: 9 }], rules: [] },
  },
};

const cases = { ...applied, ...notApplied };

function declare(names: string[], baseUrl: string): void {
  const settings = { apiKey: "demo-key", baseUrl, requestTimeoutSeconds: 1 };
  const groups: OriginGroup[] = [];
  for (const [index, name] of names.entries()) {
    const provider = name === timedOut ? new Provider("hasty", settings) : undefined;
    const options = { provider, dependsOn: groups.slice(0, 1) };
    groups.push(new OriginGroup(name, { name, useNext: true, sources: [sourceOf(index)] }, options));
  }
}

engineTest(
  "lost answers: creates every group once, repeats a POST only if it had no effect, and leaves other groups alone",
  { seed: { originGroups: Object.values(theirs) } },
  async (stack) => {
    const { emulator } = stack;
    const before = emulator.state().originGroups;
    const faults = {
      ...cases,
      "other content": post({ reset: "before" }),
      "the same content, in use": post({ reset: "before" }),
    };
    for (const [name, fault] of Object.entries(faults)) {
      emulator.addFault({ ...fault, body: { name } });
    }
    stack.program = () => declare(Object.keys(faults), emulator.url);
    const failure = await stack.upWithFailures();
    expect(emulator.faults().map(({ timesLeft }) => timesLeft)).toEqual(Object.keys(faults).map(() => 0));

    const created = emulator.state().originGroups.filter(({ name }) => name in cases);
    expect(created.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort());
    const posts = stack.requests().filter(({ method }) => method === "POST");
    const postsOf = (names: object) => posts.filter(({ body }) => (body as { name: string }).name in names);
    expect(postsOf(cases)).toHaveLength(Object.keys(applied).length + 2 * Object.keys(notApplied).length);
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(created.map(({ id }) => String(id)).sort());

    for (const { id, name } of Object.values(theirs)) {
      expect(failure).toMatch(
        new RegExp(
          `name: the account already has an origin group "${name}" \\(ID ${id}\\)\\. .*\n( *- .*\n)*? *- .*: set originGroupId: ${id}\n`,
        ),
      );
    }
    expect(postsOf(theirs).map(({ status }) => status)).toEqual([null, null]);
    expect(emulator.state().originGroups.filter(({ name }) => name in theirs)).toEqual(before);
    expect(stack.changes().filter((change) => !change.startsWith("POST"))).toEqual([]);

    stack.program = () => declare(Object.keys(cases), emulator.url);
    expect(await stack.preview()).toMatch(/11 unchanged/);
  },
);

engineTest(
  "lost answers: the error says what to do if the group cannot be read back either",
  { config: { "edgecloud:maxRetries": { value: "0" } } },
  async (stack) => {
    stack.program = () => declare(["assets"], stack.emulator.url);
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
