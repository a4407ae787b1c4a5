import type { CustomResourceOptions } from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { collection, pathOf, required } from "../../../engine/setup/functions";
import { engineTest, type TestStack } from "../../../engine/setup/test-stack";

interface StoredObject {
  id: number | string;
  name: string;
}

/** The handlers would replace none of these: the engine decides to do so without asking them. */
const kinds = {
  group: {
    declare: (name: string, changed: boolean, opts?: CustomResourceOptions) =>
      new OriginGroup(name, { name, sources: [{ source: "a.example.com" }], useNext: changed }, opts),
    replaceOnChanges: ["useNext"],
    collection: "/cdn/origin_groups",
    pathOf: ({ id }: StoredObject) => `/cdn/origin_groups/${id}`,
    stored: ({ emulator }: TestStack): readonly StoredObject[] => emulator.state().originGroups,
    idOf: ({ originGroupId }: Record<string, unknown>) => originGroupId as number | undefined,
  },
  function: {
    declare: (name: string, changed: boolean, opts?: CustomResourceOptions) =>
      new CloudFunction(name, { ...required, name, description: changed ? "after" : "before" }, opts),
    replaceOnChanges: ["description"],
    collection,
    pathOf: ({ name }: StoredObject) => pathOf(name),
    stored: ({ emulator }: TestStack): readonly StoredObject[] => emulator.state().functions,
    idOf: ({ functionId }: Record<string, unknown>) => functionId as string | undefined,
  },
};

/** Expects that of each kind the old objects went first, and that the new ones are those in the state. */
async function expectNewObjects(
  stack: TestStack,
  old: Record<keyof typeof kinds, readonly StoredObject[]>,
): Promise<void> {
  const resources = await stack.resources();
  for (const [kind, { collection, pathOf, stored, idOf }] of Object.entries(kinds)) {
    const changes = stack.requests().filter(({ method, path }) => method !== "GET" && path.startsWith(collection));
    const ofObject = ({ name, id }: StoredObject) =>
      changes
        .filter(({ path, body }) => path === pathOf({ name, id }) || (body as { name?: string } | null)?.name === name)
        .map(({ method, path }) => `${method} ${path}`);
    const before = old[kind as keyof typeof kinds];
    for (const object of before) {
      expect(ofObject(object)).toEqual([`DELETE ${pathOf(object)}`, `POST ${collection}`]);
    }
    expect(changes).toHaveLength(2 * before.length);
    const ids = resources.flatMap(({ outputs }) => idOf(outputs) ?? []);
    expect(
      stored(stack)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
    expect(ids).toHaveLength(before.length);
  }
}

engineTest(
  "groups and functions are replaced by `--replace`, `state taint` and replaceOnChanges",
  {},
  async (stack) => {
    const declare = (isChanged: boolean) => () => {
      for (const [kind, { declare, replaceOnChanges }] of Object.entries(kinds)) {
        declare(`${kind}-asked`, false);
        declare(`${kind}-tainted`, false);
        declare(`${kind}-changed`, isChanged, { replaceOnChanges });
      }
    };
    stack.program = declare(false);
    await stack.up();
    const old = { group: kinds.group.stored(stack), function: kinds.function.stored(stack) };
    const urns = (await stack.resources()).map(({ urn }) => urn);
    await stack.pulumi("state", "taint", ...urns.filter((urn) => urn.endsWith("-tainted")), "--yes");
    stack.emulator.clearRequests();
    stack.program = declare(true);
    await stack.up(undefined, { replace: urns.filter((urn) => urn.endsWith("-asked")) });
    await expectNewObjects(stack, old);
    expect(await stack.preview()).toMatch(/7 unchanged\n$/);
  },
);
