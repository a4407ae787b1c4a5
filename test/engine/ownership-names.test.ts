import { CloudFunction, OriginGroup, Provider, type CloudFunctionArgs } from "pulumi-edgecloud";
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { expectConverged } from "./setup/expectations";
import { byTheClock, collection, pathOf, required, findFunction } from "./setup/functions";
import { engineTest, failureText, type TestStack } from "./setup/test-stack";

const fn = (resource: string, args: Partial<CloudFunctionArgs>, opts?: CustomResourceOptions) =>
  new CloudFunction(resource, { ...required, description: resource, onDestroy: "delete", ...args }, opts);

const adopting = { name: "aa", adopt: true } as const;

/** Each ends with `aa` of c and `aa2` of a. What else there is of orders is tried on a model of the engine (`orders.test.ts`). */
const handovers: [order: string, program: () => void, parallel?: number][] = [
  [
    "the renamed one first",
    () => {
      fn("a", { name: "aa2" });
      fn("c", adopting);
    },
    1,
  ],
  [
    "the adopting one first",
    () => {
      fn("c", adopting);
      fn("a", { name: "aa2" });
    },
  ],
  [
    "the adopting one depends on the other",
    () => {
      const dependsOn = fn("a", { name: "aa2" });
      fn("c", adopting, { dependsOn });
    },
  ],
  [
    "the renamed one depends on the other",
    () => {
      const dependsOn = fn("c", adopting);
      fn("a", { name: "aa2" }, { dependsOn });
    },
  ],
];

/** What is on the platform: the ID of each function by its name, and who has declared its content. */
const functionsOf = ({ emulator }: TestStack) =>
  Object.fromEntries(emulator.state().functions.map(({ name, id, description }) => [name, [id, description]]));

engineTest("a renamed function is adopted, in any order of the resources", {}, async (stack) => {
  for (const [order, program, parallel] of handovers) {
    stack.program = () => void fn("a", { name: "aa" });
    await stack.up();
    const id = findFunction(stack.emulator, "aa")?.id;
    stack.emulator.clearRequests();
    stack.program = program;
    await stack.up(parallel);
    expect([order, stack.changes().sort()]).toEqual([order, [`PATCH ${pathOf("aa")} 200`, `POST ${collection} 200`]]);
    expect(functionsOf(stack)).toEqual({ aa: [id, "c"], aa2: [expect.any(String), "a"] });
    await expectConverged(stack);
    await stack.destroy();
  }
});

const fromStackProvider = ({ emulator }: TestStack) =>
  new Provider("same", { baseUrl: emulator.url, apiKey: "demo-key" });

engineTest("a renamed function is adopted by another provider", {}, async (stack) => {
  stack.program = () => void fn("a", { name: "aa" });
  await stack.up();
  const id = findFunction(stack.emulator, "aa")?.id;
  stack.program = () => {
    fn("a", { name: "aa2" });
    fn("c", adopting, { provider: fromStackProvider(stack) });
  };
  expect(await stack.up()).toContain('function "aa" stays on the platform: the program adopts it');
  expect(functionsOf(stack)).toEqual({ aa: [id, "c"], aa2: [expect.any(String), "a"] });
  await expectConverged(stack);
});

/** Waits until the engine has dealt with a resource. */
const registered = ({ urn }: CloudFunction) => new Promise((resolve) => urn.apply(resolve));

engineTest("the preview stops if the program announces an adoption too late", {}, async (stack) => {
  stack.program = () => void fn("a", { name: "aa" });
  await stack.up();
  const before = functionsOf(stack);
  const late = async () => {
    await registered(fn("a", { name: "aa2" }));
    fn("c", adopting);
  };
  stack.program = late;
  expect(await failureText(stack.preview())).toContain(
    "adopt takes the function of another resource of this program, which gives it up and would delete it before it is " +
      "adopted. Let that resource depend on this one (`dependsOn`), or first run `pulumi up` without this change and " +
      'with onDestroy: "retain" there',
  );

  const depending = async () => {
    const dependsOn = fn("c", adopting);
    await registered(fn("a", { name: "aa2" }, { dependsOn }));
  };
  const retaining = async () => {
    stack.program = () => void fn("a", { name: "aa", onDestroy: "retain" });
    await stack.up();
    stack.program = late;
  };
  for (const follow of [() => Promise.resolve((stack.program = depending)), retaining]) {
    await follow();
    await stack.preview();
    await stack.up();
    expect(functionsOf(stack)).toEqual({ aa: [before.aa?.[0], "c"], aa2: [expect.any(String), "a"] });
    await expectConverged(stack);
    // Back to the beginning: the function is handed back.
    stack.program = () => void fn("a", { name: "aa", adopt: true });
    await stack.up();
    expect(functionsOf(stack)).toEqual({ aa: [before.aa?.[0], "a"] });
  }

  // Whoever skips the preview gets a new function instead, and is told so.
  stack.program = late;
  expect(await stack.up()).toContain('function "aa" was deleted earlier in this run, so it is created anew');
  expect(functionsOf(stack)).toEqual({ aa: [expect.any(String), "c"], aa2: [expect.any(String), "a"] });
  await expectConverged(stack);
});

engineTest("no function is deleted while the program's adoptions are unknown", {}, async (stack) => {
  stack.program = () => void fn("a", { name: "aa" });
  await stack.up();
  const id = findFunction(stack.emulator, "aa")?.id;
  const named = (opts?: CustomResourceOptions) => group("g", "g", opts).name.apply(() => "aa");
  stack.program = () => {
    const dependsOn = fn("a", { name: "aa2" });
    fn("c", { ...adopting, name: named({ dependsOn }) });
  };
  stack.emulator.clearRequests();
  expect(await failureText(stack.up())).toContain(
    'deleting function "aa": it was not deleted, because another resource of the program may be about to adopt it: what ' +
      "that one adopts is not known yet. Let this resource depend on that one (`dependsOn`)",
  );
  expect(stack.changes().filter((change) => change.startsWith("DELETE"))).toEqual([]);
  stack.program = () => {
    const dependsOn = fn("c", { ...adopting, name: named() });
    fn("a", { name: "aa2" }, { dependsOn });
  };
  await stack.up();
  expect(functionsOf(stack)).toEqual({ aa: [id, "c"], aa2: [expect.any(String), "a"] });
  await expectConverged(stack);
});

engineTest("an adoption that turns out to be none does not hold back a rename", {}, async (stack) => {
  stack.program = () => void fn("a", { name: "aa" });
  await stack.up();
  stack.program = () => {
    const adopt = new OriginGroup("g", { name: "g", sources: [{ source: "a.example.com" }] }).name.apply(() => false);
    const dependsOn = fn("c", { name: "cc", adopt });
    fn("a", { name: "aa2" }, { dependsOn });
  };
  await stack.up();
  expect(functionsOf(stack)).toEqual({ aa2: [expect.any(String), "a"], cc: [expect.any(String), "c"] });
  await expectConverged(stack);
});

engineTest("three functions swap their names in a ring by adoption", {}, async (stack) => {
  const ring = (names: string[], args: Partial<CloudFunctionArgs>) => () =>
    names.forEach((name, index) => fn("abc".charAt(index), { name, ...args }));
  stack.program = ring(["aa", "bb", "cc"], {});
  await stack.up();
  const before = functionsOf(stack);

  stack.program = ring(["bb", "cc", "aa"], { adopt: true });
  stack.emulator.clearRequests();
  await stack.up();
  expect(stack.changes().sort()).toEqual(["aa", "bb", "cc"].map((name) => `PATCH ${pathOf(name)} 200`));
  const ids = Object.fromEntries(Object.entries(before).map(([name, [id]]) => [name, id]));
  expect(functionsOf(stack)).toEqual({ aa: [ids.aa, "c"], bb: [ids.bb, "a"], cc: [ids.cc, "b"] });
  await expectConverged(stack);
});

const patient = { taskTimeoutSeconds: 1 };

const config = { "edgecloud:maxRetries": { value: "0" } };

engineTest("a delete in progress: following the error's advice works", { config }, async (stack) => {
  stack.program = () => void fn("a", { name: "aa", ...patient });
  await stack.up();
  const [{ urn } = { urn: "" }] = await stack.resources();
  const replace = () => stack.up(undefined, { replace: [urn] });
  const advice =
    /deleting function "aa": .*\. The function may be deleted nevertheless, although it stays in the state\. Run the same command again to see it through; before any other `pulumi up`, run `pulumi refresh`/;
  for (const way of ["the same command", "refresh", "refresh too early"]) {
    stack.emulator.addFault({ method: "DELETE", path: pathOf("aa"), tasks: byTheClock });
    stack.emulator.clearRequests();
    const when = () => stack.changes().includes(`DELETE ${pathOf("aa")} 200`);
    stack.emulator.addFault({ method: "GET", path: "/cloud/v1/*", answer: { status: 503 }, times: 1_000, when });
    expect([way, await failureText(replace())]).toEqual([way, expect.stringMatching(advice)]);
    stack.emulator.clearFaults();
    if (way === "refresh too early") {
      await stack.refresh();
      expect(await stack.preview()).toContain('function "aa": first waits until the platform has deleted it');
    }
    stack.emulator.advanceClock(3_600_000);
    expect(findFunction(stack.emulator, "aa")).toBeUndefined();
    if (way === "refresh too early") {
      expect(await failureText(stack.up())).toContain("no longer exists on the platform; run `pulumi refresh`");
    }
    if (way === "the same command") {
      await replace();
    } else {
      await stack.refresh();
      await stack.up();
    }
    expect(findFunction(stack.emulator, "aa")).toBeDefined();
    await expectConverged(stack);
  }
});

const group = (resource: string, name: string, opts?: CustomResourceOptions) =>
  new OriginGroup(resource, { name, sources: [{ source: `${resource}.example.com` }] }, opts);

/** Names of groups by their IDs. */
const groupsOf = ({ emulator }: TestStack) =>
  Object.fromEntries(emulator.state().originGroups.map(({ id, name }) => [name, id]));

engineTest("groups swap their names", {}, async (stack) => {
  const named =
    (...names: string[]) =>
    () =>
      names.forEach((name, index) => group("abc".charAt(index), name));
  stack.program = named("x", "y", "z");
  await stack.up();
  const { x, y, z } = groupsOf(stack);
  stack.program = named("y", "x", "w");
  await stack.up();
  expect(groupsOf(stack)).toEqual({ y: x, x: y, w: z });
  await expectConverged(stack);

  // In a ring of three, and each into the name that the next one gives up.
  stack.program = named("x", "w", "y");
  await stack.up();
  expect(groupsOf(stack)).toEqual({ x, w: y, y: z });
  stack.program = named("w", "y", "v");
  await stack.up();
  expect(groupsOf(stack)).toEqual({ w: x, y, v: z });
  await expectConverged(stack);
});

const keepsName = (name: string) => `the account already has an origin group "${name}" (ID `;
const twoSteps =
  "Nothing was changed. If its resource was removed from the program or is to take another name, first run `pulumi up` " +
  "with a name here that no group has, then with this one";

engineTest("groups whose names are not freed in time: following the error's advice works", {}, async (stack) => {
  const named = (a: string, b?: string) => () => {
    const dependsOn = group("a", a);
    if (b) {
      group("b", b, { dependsOn });
    }
  };
  stack.program = named("x", "y");
  await stack.up();
  const before = groupsOf(stack);

  // The other one comes only after this one.
  stack.program = named("y", "x");
  const text = await failureText(stack.up());
  expect(text).toContain(keepsName("y"));
  expect(text).toContain(twoSteps);
  expect(groupsOf(stack)).toEqual(before);
  stack.program = named("free", "x");
  await stack.up();
  stack.program = named("y", "x");
  await stack.up();
  expect(groupsOf(stack)).toEqual({ y: before.x, x: before.y });

  // The other one is removed, and so deleted only at the end.
  stack.program = named("x");
  expect(await failureText(stack.up())).toContain(keepsName("x"));
  stack.program = named("free");
  await stack.up();
  stack.program = named("x");
  await stack.up();
  expect(groupsOf(stack)).toEqual({ x: before.x });
  await expectConverged(stack);

  // A new resource takes the name of a removed one.
  stack.program = () => void group("c", "x");
  expect(await failureText(stack.up())).toContain("first run `pulumi up` without this change");
  stack.program = () => undefined;
  await stack.up();
  stack.program = () => void group("c", "x");
  await stack.up();
  await expectConverged(stack);
});
