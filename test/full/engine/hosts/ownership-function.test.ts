import * as pulumi from "@pulumi/pulumi";
import { CloudFunction, type CloudFunctionArgs } from "pulumi-edgecloud";
import { expectConverged } from "../../../engine/setup/expectations";
import {
  collection,
  pathOf,
  required,
  changeFunctions,
  createFunctionSeed,
  findFunction,
} from "../../../engine/setup/functions";
import { engineTest, failureText, type TestStack } from "../../../engine/setup/test-stack";

type Args = Partial<CloudFunctionArgs>;

const fn = (resource: string, name: string, args: Args = {}, opts?: pulumi.CustomResourceOptions) =>
  new CloudFunction(resource, { ...required, name, ...args }, opts);

/** Expects that each function is in the state, and each resource on the platform. */
async function expectAllOwned(stack: TestStack, names: string[]): Promise<void> {
  const { functions } = stack.emulator.state();
  expect(functions.map(({ name }) => name).sort()).toEqual(names.toSorted());
  const owned = (await stack.resources()).map(({ outputs }) => outputs.functionId);
  expect(owned.sort()).toEqual(functions.map(({ id }) => id).sort());
}

/** How the error begins; below it are the ways out. */
const adviceFor = (name: string) => `already has a function "${name}" (with the same content). What to do:`;

class Site extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Site", "site");
    fn(name, name, {}, { ...opts, parent: this });
  }
}

const adopting = { adopt: true, onDestroy: "delete" } as const;

/** How a program declares the function of one name, which is also the name of the resource that creates it. */
type Declaration = (name: string) => unknown;

const owned: Declaration = (name) => fn(name, name);

/** Each begins with a resource that creates the function. */
const stories = {
  renamed: owned,
  moved: owned,
  // Chooses the wrong remedy.
  adopted: owned,
  // Was deleted outside of Pulumi.
  gone: owned,
  // Its adoption is interrupted.
  interrupted: owned,
};

const declare = (changed: Partial<Record<keyof typeof stories, Declaration>>) => () =>
  Object.entries({ ...stories, ...changed }).forEach(([name, declaration]) => void declaration(name));

engineTest(
  "a function whose resource is renamed or moved: nothing is lost, and each remedy is safe",
  {},
  async (stack) => {
    const { emulator } = stack;
    const names = Object.keys(stories);
    stack.program = declare({});
    await stack.up();
    const before = emulator.state().functions;
    emulator.clearRequests();

    stack.program = declare({ moved: (name) => new Site(name) });
    expect(await stack.preview()).toContain(
      'function "moved": `pulumi up` will fail unless it first deletes or renames what is there now: name: the namespace ' +
        '"images" already has a function "moved" (with the same content). What to do:\n',
    );
    expect(await failureText(stack.up())).toContain(adviceFor("moved"));
    expect(stack.changes()).toEqual([`POST ${collection} 409`]);

    // This run adopts a function before it fails, and so does not come to its deletes.
    emulator.clearRequests();
    const adopt = (name: string) => fn(`${name}-other`, name, adopting);
    stack.program = () => {
      declare({ renamed: () => undefined, interrupted: () => undefined })();
      fn("renamed-other", "renamed", {}, { dependsOn: adopt("interrupted") });
    };
    expect(await failureText(stack.up())).toContain(adviceFor("renamed"));
    expect(stack.changes()).toEqual([`POST ${collection} 409`]);
    const left = (await stack.resources()).map(({ urn }) => urn.split("::").at(-1));
    expect(left.sort()).toEqual([...names, "interrupted-other"].sort());
    expect(emulator.state().functions).toEqual(before);

    // The first advice is an alias. To adopt is the wrong remedy then.
    emulator.clearRequests();
    changeFunctions(emulator, ({ name }) => (name === "gone" ? undefined : {}));
    const remedies: Record<keyof typeof stories, Declaration> = {
      renamed: (name) => fn(`${name}-other`, name, {}, { aliases: [{ name }] }),
      moved: (name) => new Site(name, { aliases: [{ name, parent: pulumi.rootStackResource }] }),
      adopted: adopt,
      gone: (name) => fn(`${name}-other`, name),
      interrupted: adopt,
    };
    stack.program = declare(remedies);
    const text = await stack.up();
    expect(text).toContain('function "adopted": adopts the existing one, which changes nothing');
    expect(text).toContain('function "adopted" stays on the platform: another resource of this program manages it now');
    expect(text).toContain('function "interrupted" stays on the platform');
    expect(text).toContain('function "gone" stays on the platform');
    expect(stack.changes()).toEqual([`POST ${collection} 200`]);
    const others = ({ name }: { name: string }) => name !== "gone";
    expect(emulator.state().functions.filter(others)).toEqual(before.filter(others));

    await expectAllOwned(stack, names);

    // The argument can be removed.
    const adopted: Declaration = (name) => fn(`${name}-other`, name, { onDestroy: "delete" });
    stack.program = declare({ ...remedies, adopted, interrupted: adopted });
    await expectConverged(stack);
    await expectAllOwned(stack, names);
  },
);

const seeds = {
  changed: createFunctionSeed({ name: "changed", description: "old", envs: { KEY: "old-value-0001" } }),
  replaced: createFunctionSeed({ name: "replaced" }),
  refused: createFunctionSeed({ name: "refused" }),
};

const declared = { description: "new", envs: { KEY: "new-value-0001" }, timeout: 60 };

engineTest(
  "adopt: updates the function and retains it; one deleted on replacement is created again",
  { seed: { functions: Object.values(seeds) } },
  async (stack) => {
    const { emulator } = stack;
    const program = (changed: Args, others: Args) => () => {
      fn("changed", "changed", { ...declared, ...changed });
      ["replaced", "refused"].forEach((name) => fn(name, name, { ...adopting, ...others }));
    };
    stack.program = program({ adopt: true }, {});
    expect(await stack.up()).toContain(
      'function "changed": adopts the existing one, which changes description: "old" → "new", envs.KEY: changes, timeout: 30 → 60',
    );
    expect(stack.changes()).toEqual([`PATCH ${pathOf("changed")} 200`]);

    // The engine replaces one that the program leaves as it is, and then both, of which one cannot be created again.
    emulator.clearRequests();
    const { urn } = (await stack.findResource("replaced"))!;
    expect(await stack.up(undefined, { replace: [urn] })).toMatch(/ \+-1 replaced\n +3 unchanged\n/);
    expect(stack.changes()).toEqual([`DELETE ${pathOf("replaced")} 200`, `POST ${collection} 200`]);
    const answer = { status: 403, body: { message: "no" } };
    emulator.addFault({ method: "POST", path: collection, body: { name: "refused" }, answer });
    stack.program = program({ adopt: true }, { runtime: "go1.20" });
    expect(await stack.upWithFailures()).toContain('adopting function "refused": no (403)');
    const names = () => emulator.state().functions.map(({ name }) => name);
    expect(names().sort()).toEqual(["changed", "replaced"]);

    // The argument can be removed.
    emulator.clearRequests();
    stack.program = program({}, { runtime: "go1.20" });
    expect(await stack.up()).toMatch(/ \+-1 replaced\n +3 unchanged\n/);
    expect(stack.changes()).toEqual([`POST ${collection} 200`]);
    await expectConverged(stack);
    await expectAllOwned(stack, Object.keys(seeds));

    emulator.clearRequests();
    await stack.destroy();
    expect(stack.changes().sort()).toEqual(["refused", "replaced"].map((name) => `DELETE ${pathOf(name)} 200`));
    expect(names()).toEqual(["changed"]);
    expect(findFunction(emulator, "changed")).toMatchObject(declared);
    emulator.replaceState({ ...emulator.state(), functions: [] });
    emulator.seed({ functions: Object.values(seeds) });
  },
);
