import type { CustomResourceOptions } from "@pulumi/pulumi";
import { CloudFunction, OriginGroup } from "pulumi-edgecloud";
import { collection, required } from "./setup/functions";
import { engineTest, type TestStack } from "./setup/test-stack";

/** The handlers would replace none of these: the engine decides to do so without asking them. */
const kinds = {
  group: {
    declare: (changed: boolean, opts?: CustomResourceOptions) =>
      new OriginGroup("it", { name: "assets", sources: [{ source: "a.example.com" }], useNext: changed }, opts),
    replaceOnChanges: ["useNext"],
    collection: "/cdn/origin_groups",
    stored: ({ emulator }: TestStack) => emulator.state().originGroups,
  },
  function: {
    declare: (changed: boolean, opts?: CustomResourceOptions) =>
      new CloudFunction("it", { ...required, description: changed ? "after" : "before" }, opts),
    replaceOnChanges: ["description"],
    collection,
    stored: ({ emulator }: TestStack) => emulator.state().functions,
  },
};

/** Expects that the old object went first, and that exactly one is left, which is in the state and converged. */
async function expectOneNewObject(stack: TestStack, kind: (typeof kinds)["group" | "function"]): Promise<void> {
  const changes = stack.changes().map((change) => change.replace(/ \d+$/, ""));
  expect(changes).toEqual([expect.stringMatching(`^DELETE ${kind.collection}/`), `POST ${kind.collection}`]);
  const [stored, ...others] = kind.stored(stack);
  expect(others).toEqual([]);
  const [resource, ...more] = await stack.resources();
  expect(more).toEqual([]);
  expect([resource?.outputs.originGroupId, resource?.outputs.functionId]).toContain(stored?.id);
  expect(await stack.preview()).toMatch(/\d unchanged\n$/);
}

describe.each(Object.entries(kinds))("a %s", (_, kind) => {
  engineTest("is replaced by `up --replace`", {}, async (stack) => {
    stack.program = () => void kind.declare(false);
    await stack.up();
    const [created] = await stack.resources();
    stack.emulator.clearRequests();
    await stack.stack.up({ replace: [created!.urn] });
    await expectOneNewObject(stack, kind);
  });

  engineTest("is replaced after `state taint`", {}, async (stack) => {
    stack.program = () => void kind.declare(false);
    await stack.up();
    const [created] = await stack.resources();
    await stack.pulumi("state", "taint", created!.urn, "--yes");
    stack.emulator.clearRequests();
    await stack.up();
    await expectOneNewObject(stack, kind);
  });

  engineTest("is replaced by the option replaceOnChanges", {}, async (stack) => {
    const { replaceOnChanges } = kind;
    stack.program = () => void kind.declare(false, { replaceOnChanges });
    await stack.up();
    stack.emulator.clearRequests();
    stack.program = () => void kind.declare(true, { replaceOnChanges });
    await stack.up();
    await expectOneNewObject(stack, kind);
  });
});
