import * as pulumi from "@pulumi/pulumi";
import type { FaultInput } from "edgecloud-emulator";
import { CloudFunction, OriginGroup, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "./setup/expectations";
import { collection, pathOf, required, createFunctionSeed, findFunction } from "./setup/functions";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const declare =
  (resource: string, args: Partial<CloudFunctionArgs> = {}, opts: pulumi.CustomResourceOptions = {}) =>
  () => {
    new CloudFunction(resource, { ...required, ...args }, opts);
  };

class Site extends pulumi.ComponentResource {
  constructor(name: string, args: Partial<CloudFunctionArgs> = {}, opts: pulumi.CustomResourceOptions = {}) {
    super("test:index:Site", name);
    new CloudFunction("resize", { ...required, ...args }, { ...opts, parent: this });
  }
}

/** What the error says to do, in this order. */
const advice =
  /already has a function "resize" \(with the same content\)\. Nothing was created\. If this resource was renamed or moved in the program, give it an alias\. If it is to be replaced \(`--replace`, `pulumi state taint`\), set its option deleteBeforeReplace: true\. If it should manage the existing function, set adopt: true \(and onDestroy: "delete" if an interrupted `pulumi up` created it\)\. If the resource that has the function was removed from the program or takes another name, first run `pulumi up` without this change\. Otherwise choose another name/;

/** Expects exactly one function, which is in the state, and no pending change. */
async function expectOneFunction(stack: TestStack): Promise<void> {
  expect(stack.emulator.state().functions).toHaveLength(1);
  const outputs = (await stack.resources()).map((resource) => resource.outputs.functionId);
  expect(outputs).toEqual([findFunction(stack.emulator)?.id]);
  await expectConverged(stack);
}

const elsewhere: [string, () => void, (opts: pulumi.CustomResourceOptions) => () => void][] = [
  ["renamed", declare("other"), (opts) => declare("other", {}, opts)],
  ["moved below a component", () => void new Site("site"), (opts) => () => void new Site("site", {}, opts)],
];

for (const [how, moved, movedWith] of elsewhere) {
  engineTest(`a function whose resource is ${how}: up fails, and nothing is lost`, {}, async (stack) => {
    stack.program = declare("resize");
    await stack.up();
    const before = findFunction(stack.emulator);
    stack.emulator.clearRequests();
    stack.program = moved;
    expect(await failureText(stack.up())).toMatch(advice);
    expect(stack.changes()).toEqual([`POST ${collection} 409`]);
    expect(findFunction(stack.emulator)).toEqual(before);

    // First advice: an alias.
    stack.program = movedWith({ aliases: [{ name: "resize", parent: pulumi.rootStackResource }] });
    await stack.up();
    expect(findFunction(stack.emulator)).toEqual(before);
    await expectOneFunction(stack);
  });
}

engineTest("a renamed function: choosing the wrong remedy is safe", {}, async (stack) => {
  stack.program = declare("resize");
  await stack.up();
  const before = findFunction(stack.emulator);
  stack.emulator.clearRequests();
  stack.program = declare("other", { adopt: true, onDestroy: "delete" });
  expect(await stack.preview()).toContain('function "resize": adopts the existing one, which changes nothing');
  expect(await stack.up()).toContain(
    'function "resize" stays on the platform: another resource of this program manages it now',
  );
  expect(stack.changes()).toEqual([]);
  expect(findFunction(stack.emulator)).toEqual(before);
  await expectOneFunction(stack);
  // The argument can be removed.
  stack.program = declare("other", { onDestroy: "delete" });
  await expectOneFunction(stack);
});

engineTest("a renamed function that was deleted outside of Pulumi is created and kept", {}, async (stack) => {
  stack.program = declare("resize");
  await stack.up();
  stack.emulator.replaceState({ ...stack.emulator.state(), functions: [] });
  stack.program = declare("other");
  expect(await stack.up()).toContain('function "resize" stays on the platform');
  await expectOneFunction(stack);
});

engineTest("a function adopted by mistake is retained when the adopting resource is removed", {}, async (stack) => {
  stack.program = declare("resize");
  await stack.up();
  stack.program = () => {
    declare("resize")();
    declare("copy", { adopt: true, onDestroy: "delete" })();
  };
  await stack.up();
  stack.program = declare("resize");
  expect(await stack.up()).toContain('function "resize" stays on the platform');
  await expectOneFunction(stack);
});

engineTest("ownership passes to another resource if the adopting run ended before its deletes", {}, async (stack) => {
  stack.program = declare("resize");
  await stack.up();
  const before = findFunction(stack.emulator);
  const failing = { name: "failing", sources: [{ source: "a.example.com" }] };
  stack.program = () => {
    const other = new CloudFunction("other", { ...required, adopt: true, onDestroy: "delete" });
    new OriginGroup("failing", failing, { dependsOn: other });
  };
  stack.emulator.addFault({
    method: "POST",
    path: "/cdn/origin_groups",
    answer: { status: 403, body: { message: "no" } },
  });
  await failureText(stack.up());
  expect((await stack.resources()).map(({ urn }) => urn.split("::").at(-1)).sort()).toEqual(["other", "resize"]);
  stack.program = declare("other", { adopt: true, onDestroy: "delete" });
  expect(await stack.up()).toContain('function "resize" stays on the platform');
  expect(findFunction(stack.emulator)).toEqual(before);
  await expectOneFunction(stack);
});

const old = createFunctionSeed({ description: "old", envs: { KEY: "old-value-0001" } });

engineTest(
  "adopt: updates the existing function to the declared arguments, and retains it",
  { seed: { functions: [old] } },
  async (stack) => {
    stack.program = declare("resize", {
      adopt: true,
      description: "new",
      envs: { KEY: "new-value-0001" },
      timeout: 60,
    });
    const preview = await stack.preview();
    expect(preview).toContain(
      'function "resize": adopts the existing one, which changes description: "old" → "new", envs.KEY: changes, timeout: 30 → 60',
    );
    expect(preview).not.toMatch(/(old|new)-value-0001.*adopts|adopts.*(old|new)-value-0001/);
    expect(stack.changes()).toEqual([]);
    await stack.up();
    expect(stack.changes()).toEqual([`PATCH ${pathOf()} 200`]);
    expect(findFunction(stack.emulator)).toMatchObject({
      description: "new",
      timeout: 60,
      envs: { KEY: "new-value-0001" },
    });
    await expectConverged(stack);
    stack.program = declare("resize", { description: "new", envs: { KEY: "new-value-0001" }, timeout: 60 });
    await expectConverged(stack);
    await stack.refresh();
    await expectConverged(stack);
    await stack.destroy();
    expect(stack.changes()).toEqual([]);
    stack.emulator.replaceState({ ...stack.emulator.state(), functions: [] });
    stack.emulator.seed({ functions: [old] });
  },
);

engineTest("adopt: a missing function, or one that cannot change in place, fails the preview", {}, async (stack) => {
  stack.program = declare("resize", { adopt: true });
  expect(await failureText(stack.preview())).toContain(
    'adopt is true, but the namespace "images" of project 12, region 7 has no function "resize"; correct the name, or leave adopt out',
  );
  stack.emulator.seed({ functions: [createFunctionSeed({ runtime: "go1.20" })] });
  expect(await failureText(stack.preview())).toContain(
    'runtime is "go1.16.6", but the existing function has "go1.20", which cannot change in place',
  );
  expect(stack.changes()).toEqual([]);
  stack.emulator.replaceState({ ...stack.emulator.state(), functions: [] });
});

engineTest(
  "adopt: a function that is deleted on replacement is created again",
  { seed: { functions: [createFunctionSeed()] } },
  async (stack) => {
    stack.program = declare("resize", { adopt: true, onDestroy: "delete" });
    await stack.up();
    stack.emulator.clearRequests();
    const [{ urn } = { urn: "" }] = await stack.resources();
    await stack.stack.up({ replace: [urn], color: "never" });
    expect(stack.changes()).toEqual([`DELETE ${pathOf()} 200`, `POST ${collection} 200`]);
    await expectOneFunction(stack);
    stack.emulator.clearRequests();
    stack.program = declare("resize", { adopt: true, onDestroy: "delete", runtime: "go1.20" });
    await stack.up();
    expect(stack.changes()).toEqual([`DELETE ${pathOf()} 200`, `POST ${collection} 200`]);
    await expectOneFunction(stack);
    await stack.destroy();
    stack.emulator.seed({ functions: [createFunctionSeed()] });
  },
);

const config = { "edgecloud:maxRetries": { value: "0" } };
const failedCreations: [string, Omit<FaultInput, "method" | "path">, string][] = [
  ["got no answer", { reset: "before", times: 9 }, "the next `pulumi up` looks for it before creating it again"],
  ["was refused", { answer: { status: 403, body: { message: "no" } } }, 'adopting function "resize": no (403)'],
];

for (const [how, fault, text] of failedCreations) {
  engineTest(
    `adopt: a function that is deleted on replacement is created by the next up if its creation ${how}`,
    { seed: { functions: [createFunctionSeed()] }, config },
    async (stack) => {
      stack.program = declare("resize", { adopt: true, onDestroy: "delete" });
      await stack.up();
      stack.program = declare("resize", { adopt: true, onDestroy: "delete", runtime: "go1.20" });
      stack.emulator.addFault({ method: "POST", path: collection, ...fault });
      expect(await failureText(stack.up())).toContain(text);
      expect(stack.emulator.state().functions).toEqual([]);
      stack.emulator.clearFaults();
      stack.emulator.clearRequests();
      await stack.up();
      expect(stack.changes()).toEqual([`POST ${collection} 200`]);
      await expectOneFunction(stack);
      await stack.destroy();
      stack.emulator.seed({ functions: [createFunctionSeed()] });
    },
  );
}
