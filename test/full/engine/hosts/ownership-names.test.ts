import { CloudFunction, OriginGroup, type CloudFunctionArgs } from "pulumi-edgecloud";
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { expectConverged } from "../../../engine/setup/expectations";
import { byTheClock, functionsOf, pathOf, required } from "../../../engine/setup/functions";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

const fn = (resource: string, args: Partial<CloudFunctionArgs>, opts?: CustomResourceOptions) =>
  new CloudFunction(resource, { ...required, description: resource, onDestroy: "delete", ...args }, opts);

/** The resource that has a function of that name at first. */
const own = (name: string, args: Partial<CloudFunctionArgs> = {}) => fn(`${name}-owner`, { name, ...args });

/** The same resource, whose function is to have another name. */
const rename = (name: string, opts?: CustomResourceOptions) => fn(`${name}-owner`, { name: `${name}2` }, opts);

/** A new resource that adopts the function. */
const adopt = (name: string, opts?: CustomResourceOptions) => fn(`${name}-heir`, { name, adopt: true }, opts);

/** Waits until the engine has dealt with a resource. */
const registered = ({ urn }: CloudFunction) => new Promise<[]>((resolve) => urn.apply(() => resolve([])));

const ways =
  ", which one `pulumi up` cannot hand over. Give the resource that takes it an alias of the one that has it, and rename " +
  "that one in the program; or first run `pulumi up` without this change and with " +
  'onDestroy: "retain" on the one that has it';

/** The text of an operation that must fail, as the dynamic provider's host quotes it or not. */
const refusalOf = async (operation: Promise<unknown>) => (await failureText(operation)).replaceAll('\\"', '"');

engineTest(
  "adopting what another resource gives up is refused in every order, and both ways work",
  {},
  async (stack) => {
    const all = ["aliased", "retained", "removed"] as const;
    const others = (...changed: (typeof all)[number][]) => {
      all.filter((name) => !changed.includes(name)).forEach((name) => void own(name));
      return group("g", "g");
    };
    stack.program = () => void others();
    await stack.up();
    const before = functionsOf(stack);
    const originGroupId = stack.emulator.state().originGroups[0]?.id;
    stack.emulator.clearRequests();

    const renamed = 'name gives up what the resource "aliased-heir" of this program takes';
    const adopted = 'adopt takes what the resource "aliased-owner" of this program has';
    const refused: [string, () => unknown][] = [
      [adopted, () => adopt("aliased", { dependsOn: rename("aliased") })],
      [renamed, () => rename("aliased", { dependsOn: adopt("aliased") })],
      [adopted, async () => adopt("aliased", { dependsOn: await registered(rename("aliased")) })],
      [
        adopted.replace("takes", "may take"),
        () => {
          const later = group("later", "later", { dependsOn: rename("aliased") });
          fn("aliased-heir", { name: later.originGroupId.apply(() => "aliased"), adopt: true });
        },
      ],
    ];
    for (const [start, program] of refused) {
      stack.program = async () => {
        others("aliased");
        await program();
      };
      expect(await refusalOf(stack.preview())).toContain(start + ways);
    }
    // A group stays the same under another name, so nothing is given up.
    stack.program = () => {
      const sources = [{ source: "a.example.com" }];
      new OriginGroup("copy", { name: "copy", sources, originGroupId }, { dependsOn: others() });
    };
    expect(await refusalOf(stack.preview())).toContain(
      'originGroupId is also declared by the resource "g" of this program. Only one resource can manage a group',
    );
    expect(stack.changes()).toEqual([]);

    // Whoever skips the preview loses nothing where the adoption comes first.
    stack.program = () => {
      others("retained");
      rename("retained", { dependsOn: adopt("retained") });
    };
    expect(await refusalOf(stack.up())).toContain(renamed.replace("aliased", "retained") + ways);
    expect(functionsOf(stack)).toEqual({ ...before, retained: [before.retained?.[0], "retained-heir"] });

    stack.program = () => {
      others("retained");
      own("retained", { onDestroy: "retain" });
    };
    await stack.up();
    stack.program = () => {
      others(...all);
      rename("retained");
      adopt("retained");
      fn("aliased-heir", { name: "aliased", adopt: true }, { aliases: [{ name: "aliased-owner" }] });
      fn("aliased-next", { name: "aliased2" });
      // That its function is given up, no preview can see.
      adopt("removed");
    };
    expect(await stack.up()).toContain(
      'function "removed" stays on the platform: another resource of this program manages it now',
    );
    expect(functionsOf(stack)).toEqual({
      ...Object.fromEntries(all.map((name) => [name, [before[name]?.[0], `${name}-heir`]])),
      retained2: [expect.any(String), "retained-owner"],
      aliased2: [expect.any(String), "aliased-next"],
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
    // In a chain, an `up` without a preview may give the last group its free name before the others are checked.
    for (const run of [() => stack.preview(), ...(story === "chain" ? [] : [() => stack.up()])]) {
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
