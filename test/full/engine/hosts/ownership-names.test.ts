import { CloudFunction, OriginGroup, Provider, type CloudFunctionArgs } from "pulumi-edgecloud";
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { expectConverged } from "../../../engine/setup/expectations";
import { byTheClock, collection, findFunction, functionsOf, pathOf, required } from "../../../engine/setup/functions";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const fn = (resource: string, args: Partial<CloudFunctionArgs>, opts?: CustomResourceOptions) =>
  new CloudFunction(resource, { ...required, description: resource, onDestroy: "delete", ...args }, opts);

/** The resource that has a function of that name at first. */
const own = (name: string, args: Partial<CloudFunctionArgs> = {}) => fn(`${name}-owner`, { name, ...args });

/** The same resource, whose function is to have another name. */
const rename = (name: string, opts?: CustomResourceOptions) => fn(`${name}-owner`, { name: `${name}2` }, opts);

/** A new resource that adopts the function. */
const adopt = (name: string, opts?: CustomResourceOptions) => fn(`${name}-heir`, { name, adopt: true }, opts);

/** How a program declares the resources of one function. */
type Declaration = (name: string) => unknown;

/** A program with that declaration for each function. */
const declare = (functions: Record<string, Declaration>) => async () => {
  await Promise.all(Object.entries(functions).map(([name, declaration]) => declaration(name)));
};

/** What is on the platform after the function of that ID was adopted, and its owner has made another one. */
const handedOver = (name: string, id: unknown) => ({
  [name]: [id, `${name}-heir`],
  [`${name}2`]: [expect.any(String), `${name}-owner`],
});

/** All other orders are tried on a model of the engine (`orders.test.ts`). */
const orders: Record<string, Declaration> = {
  "renamed-first": (name) => [rename(name), adopt(name)],
  "adopted-first": (name) => [adopt(name), rename(name)],
  "adopted-last": (name) => adopt(name, { dependsOn: rename(name) }),
  "renamed-last": (name) => rename(name, { dependsOn: adopt(name) }),
};

const firstOrder = "renamed-first";

engineTest("a renamed function is adopted: in any order, by another provider, and in a ring", {}, async (stack) => {
  const { emulator } = stack;
  const handovers: Record<string, Declaration> = {
    ...orders,
    "other-provider": (name) => {
      rename(name);
      adopt(name, { provider: new Provider("same", { baseUrl: emulator.url, apiKey: "demo-key" }) });
    },
  };
  const all = Object.keys(handovers);
  const ring = (args: Partial<CloudFunctionArgs>, ...names: string[]) =>
    names.forEach((name, index) => void fn("abc".charAt(index), { name, ...args }));
  const before = {
    ...Object.fromEntries(all.map((name) => [name, own])),
    ring: () => ring({}, "ra", "rb", "rc"),
  };

  stack.program = declare(before);
  await stack.up();
  const ids = Object.fromEntries(emulator.state().functions.map(({ name, id }) => [name, id]));
  emulator.clearRequests();

  // In this order, one after the other, the engine deletes before it comes to the adoption.
  const { [firstOrder]: first, ...others } = handovers;
  stack.program = declare({ ...before, [firstOrder]: first! });
  await stack.up(1);
  expect(stack.changes().sort()).toEqual([`PATCH ${pathOf(firstOrder)} 200`, `POST ${collection} 200`]);

  emulator.clearRequests();
  stack.program = declare({ ...handovers, ring: () => ring({ adopt: true }, "rb", "rc", "ra") });
  expect(await stack.up()).toContain('function "other-provider" stays on the platform: the program adopts it');
  const adopted = [...Object.keys(others), "ra", "rb", "rc"];
  expect(stack.changes().sort()).toEqual([
    ...adopted.map((name) => `PATCH ${pathOf(name)} 200`).sort(),
    ...Object.keys(others).map(() => `POST ${collection} 200`),
  ]);
  const expected = all.map((name) => handedOver(name, ids[name]));
  expect(functionsOf(stack)).toEqual(
    Object.assign({ ra: [ids.ra, "c"], rb: [ids.rb, "a"], rc: [ids.rc, "b"] }, ...expected),
  );
  await expectConverged(stack);
});

/** Waits until the engine has dealt with a resource. */
const registered = ({ urn }: CloudFunction) => new Promise((resolve) => urn.apply(resolve));

engineTest("the preview stops if the program announces an adoption too late", {}, async (stack) => {
  const adoptLate = async (name: string) => {
    await registered(rename(name));
    adopt(name);
  };
  const adoptFirst = (name: string) => registered(rename(name, { dependsOn: adopt(name) }));
  const retain = (name: string) => own(name, { onDestroy: "retain" });
  stack.program = declare({ depending: own, retaining: own, skipping: own });
  await stack.up();
  const before = functionsOf(stack);
  stack.program = declare({ depending: adoptLate, retaining: own, skipping: own });
  expect(await failureText(stack.preview())).toContain(
    "adopt takes the function of another resource of this program, which gives it up and would delete it before it is " +
      "adopted. Let that resource depend on this one (`dependsOn`), or first run `pulumi up` without this change and " +
      'with onDestroy: "retain" there',
  );

  // Both pieces of advice help: `depending` follows the first, `retaining` the second.
  stack.program = declare({ depending: own, retaining: retain, skipping: own });
  await stack.up();
  stack.program = declare({ depending: adoptFirst, retaining: adoptLate, skipping: own });
  await stack.preview();

  // Whoever skips the preview gets a new function instead, and is told so.
  stack.program = declare({ depending: adoptFirst, retaining: adoptLate, skipping: adoptLate });
  expect(await stack.up()).toContain('function "skipping" was deleted earlier in this run, so it is created anew');
  const idOf = (name: string) => before[name]?.[0];
  const skipping = handedOver("skipping", expect.any(String));
  expect(functionsOf(stack)).toEqual({
    ...handedOver("depending", idOf("depending")),
    ...handedOver("retaining", idOf("retaining")),
    ...skipping,
  });
  await expectConverged(stack);

  // Back to the beginning: the functions are handed back.
  const adoptBack = (name: string) => own(name, { adopt: true });
  stack.program = declare({ depending: adoptBack, retaining: adoptBack, skipping: adoptLate });
  await stack.up();
  expect(functionsOf(stack)).toEqual({
    depending: [idOf("depending"), "depending-owner"],
    retaining: [idOf("retaining"), "retaining-owner"],
    ...skipping,
  });
});

engineTest(
  "deletes no function while adoptions are unknown, and hands it over once they are known",
  {},
  async (stack) => {
    stack.program = declare({ adopted: own, free: own });
    await stack.up();
    const id = findFunction(stack.emulator, "adopted")?.id;
    const adoptUnknown = ({ name }: OriginGroup) =>
      fn("adopted-heir", { name: name.apply(() => "adopted"), adopt: true });
    stack.program = () => {
      own("free");
      adoptUnknown(group("g", "g", { dependsOn: rename("adopted") }));
    };
    stack.emulator.clearRequests();
    expect(await failureText(stack.up())).toContain(
      'deleting function "adopted": it was not deleted, because another resource of the program may be about to adopt it: ' +
        "what that one adopts is not known yet. Let this resource depend on that one (`dependsOn`)",
    );
    expect(stack.changes().filter((change) => change.startsWith("DELETE"))).toEqual([]);

    // Another adoption turns out to be none, and holds nothing back.
    stack.program = () => {
      const known = group("g", "g");
      const none = fn("free-other", { name: "other", adopt: known.name.apply(() => false) });
      const dependsOn = [adoptUnknown(known), none];
      rename("adopted", { dependsOn });
      rename("free", { dependsOn });
    };
    await stack.up();
    expect(functionsOf(stack)).toEqual({
      ...handedOver("adopted", id),
      free2: [expect.any(String), "free-owner"],
      other: [expect.any(String), "free-other"],
    });
    await expectConverged(stack);
  },
);

const config = { "edgecloud:maxRetries": { value: "0" } };

const advice =
  /.*\. The function may be deleted nevertheless, although it stays in the state\. Run the same command again to see it through; before any other `pulumi up`, run `pulumi refresh`/;

engineTest("a delete in progress: following the error's advice works", { config }, async (stack) => {
  const { emulator } = stack;
  const [same, late, early] = ["same-command", "refreshed", "refreshed-early"] as const;
  const all = [same, late, early];
  stack.program = () => all.forEach((name) => own(name, { taskTimeoutSeconds: 1 }));
  await stack.up();
  const urns = (await stack.resources()).map(({ urn }) => urn);
  const urnsOf = (...names: string[]) => urns.filter((urn) => names.some((name) => urn.endsWith(`::${name}-owner`)));

  for (const name of all) {
    emulator.clearRequests();
    emulator.addFault({ method: "DELETE", path: pathOf(name), tasks: byTheClock });
    const when = () => stack.changes().includes(`DELETE ${pathOf(name)} 200`);
    emulator.addFault({ method: "GET", path: "/cloud/v1/*", answer: { status: 503 }, times: 1_000, when });
    const text = await failureText(stack.up(undefined, { replace: urnsOf(name) }));
    expect(text).toMatch(new RegExp(`deleting function "${name}": ${advice.source}`));
    emulator.clearFaults();
  }

  // A refresh while the platform still deletes is too early.
  await stack.refresh({ target: urnsOf(early) });
  emulator.advanceClock(3_600_000);
  expect(emulator.state().functions).toEqual([]);
  const tooEarly = await failureText(stack.up(undefined, { target: urnsOf(early) }));
  expect(tooEarly).toContain(`function "${early}": first waits until the platform has deleted it`);
  expect(tooEarly).toContain("no longer exists on the platform; run `pulumi refresh`");

  await stack.refresh({ target: urnsOf(late, early) });
  await stack.up(undefined, { replace: urnsOf(same) });
  expect(Object.keys(functionsOf(stack)).sort()).toEqual([...all].sort());
  await expectConverged(stack);
});

const group = (resource: string, name: string, opts?: CustomResourceOptions) =>
  new OriginGroup(resource, { name, sources: [{ source: `${resource}.example.com` }] }, opts);

/** Names of groups by their IDs. */
const groupsOf = ({ emulator }: TestStack) =>
  Object.fromEntries(emulator.state().originGroups.map(({ id, name }) => [name, id]));

const refusal = (owner: string) =>
  `name cannot be handed over in the same change: the resource "${owner}" of this program gives up or takes the same. ` +
  "Make the change in two runs of `pulumi up`: first with values that are free in both resources, then with these";

engineTest("groups that take each other's names do so in two runs of `pulumi up`", {}, async (stack) => {
  /** The names of the groups before, in between and at the end. */
  const names: Record<string, [string, string, string]> = {
    "swap-0": ["swap-x", "swap-v", "swap-y"],
    "swap-1": ["swap-y", "swap-w", "swap-x"],
    "ring-0": ["ring-x", "ring-u", "ring-y"],
    "ring-1": ["ring-y", "ring-v", "ring-z"],
    "ring-2": ["ring-z", "ring-w", "ring-x"],
    "chain-0": ["chain-x", "chain-v", "chain-y"],
    "chain-1": ["chain-y", "chain-z", "chain-z"],
  };
  const declare = (step: 0 | 1 | 2, ...stories: string[]) => {
    for (const [resource, all] of Object.entries(names)) {
      group(resource, all[stories.length === 0 || stories.some((story) => resource.startsWith(story)) ? step : 0]);
    }
    return { renamed: 0 };
  };
  // A new resource takes the name of a removed one, which is deleted at the end.
  const owner = () => group("owner", "inherited");
  const removed = () => group("removed", "removed-x");
  stack.program = () => void [declare(0), owner(), removed()];
  await stack.up();
  const before = groupsOf(stack);
  stack.emulator.clearRequests();
  for (const story of ["swap", "ring", "chain"]) {
    stack.program = () => void [declare(2, story), owner(), removed()];
    for (const run of [() => stack.preview(), () => stack.up()]) {
      const text = await failureText(run());
      expect(Object.keys(names).some((resource) => text.includes(refusal(resource)))).toBe(true);
    }
  }
  // Without a preview, the first of them may ask the platform, which refuses.
  expect(stack.changes().filter((change) => !change.endsWith(" 400"))).toEqual([]);
  expect(groupsOf(stack)).toEqual(before);
  stack.program = () => void [declare(0), group("heir", "inherited"), removed()];
  expect(await failureText(stack.up())).toContain("first run `pulumi up` without this change");
  stack.program = () => void [declare(0), owner(), group("removed-other", "removed-y")];
  await stack.up();
  stack.program = () => void [declare(0), owner(), group("removed-other", "removed-x")];
  await stack.up();
  expect(groupsOf(stack)).toEqual({ ...before, "removed-x": expect.any(Number) as unknown });

  for (const step of [1, 2] as const) {
    stack.program = () => void [declare(step), owner()];
    await stack.up();
  }
  const expected = Object.values(names).map(([from, , to]) => [to, before[from]]);
  expect(groupsOf(stack)).toEqual({ ...Object.fromEntries(expected), inherited: before.inherited });
  await expectConverged(stack);
});
