import { Claims, createClaim, adviseOnTakenName } from "../../../provider/core/claims";
import { Declarations } from "../../../provider/core/declarations";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { snapshotAttributes } from "../../../provider/resources/snapshot-attributes/handler";
import { cloudFunction } from "../../../provider/resources/cloud-function/handler";

const id = "12/7/images/resize";
const adoptedState = { claim: "aaaa0001" };

it("another resource holds an object with another claim, and is found with its latest state", () => {
  const claims = new Claims();
  const find = (state: object) => claims.findOtherHolder(id, state);
  expect(find(adoptedState)).toBeUndefined();
  const after = { ...adoptedState, tags: { b: "2" } };
  [adoptedState, after].forEach((state) => claims.claim(id, state));
  expect([find({ claim: "bbbb0002" }), find({}), find({ ...adoptedState })]).toEqual([after, after, undefined]);
  expect(claims.findOtherHolder("12/7/images/crop", {})).toBeUndefined();
  claims.deleted.add(id);
  expect([claims.deleted.has(id), claims.deleted.has("12/7/images/crop")]).toEqual([true, false]);
});

it("operations on an object run one after the other, also after one that has failed; others do not wait", async () => {
  const claims = new Claims();
  const events: string[] = [];
  let endFirst = () => {};
  const first = claims.runInTurn(id, async () => {
    events.push("first begins");
    await new Promise<void>((resolve) => (endFirst = resolve));
    events.push("first ends");
    throw new Error("no");
  });
  const second = claims.runInTurn(id, () => Promise.resolve(events.push("second")));
  await claims.runInTurn("12/7/images/crop", () => Promise.resolve(events.push("other")));
  endFirst();
  await expect(first).rejects.toThrow("no");
  await second;
  await claims.runInTurn(id, () => Promise.resolve(events.push("third")));
  expect(events).toEqual(["first begins", "other", "first ends", "second", "third"]);
});

it("claims are unique, and short since every state has one", () => {
  const claims = Array.from({ length: 200 }, createClaim);
  expect(new Set(claims).size).toBe(200);
  expect(claims.every((claim) => /^[0-9a-f]{8}$/.test(claim))).toBe(true);
});

it.each([true, false])("the advice where a name is taken has a line for each way out: same content %s", (isSame) => {
  const interrupted = '\n- If an interrupted `pulumi up` created it: set adopt: true and onDestroy: "delete"';
  const renamed = "\n- If this resource was renamed or moved in the program: give it an alias";
  const replaced =
    "\n- If it is to be replaced (`--replace`, `pulumi state taint`): set its option deleteBeforeReplace: true";
  const adopted = "\n- If it should manage the existing function: set adopt: true";
  const givenUp =
    "\n- If the resource that has the function was removed from the program or takes another name: first run " +
    "`pulumi up` without this change";
  const ways = isSame ? interrupted + renamed + replaced + givenUp + adopted : adopted + renamed + replaced + givenUp;
  expect(adviseOnTakenName({ noun: "function", adopting: "adopt: true", isSame })).toBe(
    `What to do:${ways}\n- Otherwise: choose another name`,
  );
});

const urnOf = (name: string, parents = "") => `urn:pulumi:dev::site::${parents}edgecloud:index:OriginGroup::${name}`;
const named = (key: string) => [{ property: "name", key, advice: "Choose another." }];

it("does not report a resource to itself when it is checked again, nor one that takes what nobody has", () => {
  const declarations = new Declarations();
  for (const key of ["assets", "assets", "renamed"]) {
    expect(declarations.register(urnOf("first"), named(key))).toEqual([]);
  }
  expect(declarations.register(urnOf("a"), named("x"), named("x"))).toEqual([]);
  // Pulumi checks a resource that is replaced twice.
  for (let time = 0; time < 2; time++) {
    expect(declarations.register(urnOf("b"), named("z"), named("y"))).toEqual([]);
  }
  expect(declarations.register(urnOf("c"), named("w"))).toEqual([]);
});

const handover = (owner: string) =>
  `cannot be handed over in the same change: the resource "${owner}" of this program gives up or takes the same. Make the ` +
  "change in two runs of `pulumi up`: first with values that are free in both resources, then with these";

it.each([
  ["is given up first", ["a", "b"], "b"],
  ["is taken first", ["b", "a"], "a"],
])("reports what goes from one resource to another in the same change: it %s", (_, order, refused) => {
  // `a` gives up x, which `b` takes.
  const changes = { a: [named("y"), named("x")], b: [named("x"), named("z")] } as const;
  const declarations = new Declarations();
  const found = order.map((name) => {
    const [after, before] = changes[name as keyof typeof changes];
    return declarations.register(urnOf(name), after, before);
  });
  expect(found).toEqual([[], [{ property: "name", reason: handover(refused === "a" ? "b" : "a") }]]);
});

const ways =
  "which one `pulumi up` cannot hand over. Give the resource that takes it an alias of the one that has it, and rename " +
  'that one in the program; or first run `pulumi up` without this change and with onDestroy: "retain" on the one ' +
  "that has it";

it.each([
  ["aa", "takes"],
  [undefined, "may take"],
])("reports in either order who takes over what another resource gives up: the name is %s", (taken, verb) => {
  const [before, after] = ["aa", "bb"].map((name) => cloudFunction.listDeclarations({ ...fn, name }));
  const adopting = cloudFunction.listDeclarations({ ...fn, name: taken, adopt: true });
  const [first, last] = [new Declarations(), new Declarations()];
  expect([
    first.register(urnOf("old"), after!, before),
    first.register(urnOf("new"), adopting),
    last.register(urnOf("new"), adopting),
    last.register(urnOf("old"), after!, before),
  ]).toEqual([
    [],
    [{ property: "adopt", reason: `${verb} what the resource "old" of this program has, ${ways}` }],
    [],
    [{ property: "name", reason: `gives up what the resource "new" of this program ${verb}, ${ways}` }],
  ]);
});

it("reports no unknown adoption by a resource that is not new, nor for a mere name that is given up", () => {
  const adopting = cloudFunction.listDeclarations({ ...fn, name: undefined, adopt: true });
  const renamed = cloudFunction.listDeclarations({ ...fn, name: "bb" });
  const [objects, names] = [new Declarations(), new Declarations()];
  expect([
    objects.register(urnOf("a"), renamed, cloudFunction.listDeclarations(fn)),
    objects.register(urnOf("b"), adopting, []),
    names.register(urnOf("a"), named("y"), named("x")),
    names.register(urnOf("b"), adopting),
    names.register(urnOf("c"), adopting),
  ]).toEqual([[], [], [], [], []]);
});

const fn = { projectId: 12, regionId: 7, namespace: "images", name: "resize" };
const snapshot = { projectId: 12, regionId: 7, snapshotId: "5f2a9c1e-0b7d-4e63-9f10-2c8d4a6b7e31" };
const also = (property: string, advice: string) =>
  `${property} is also declared by the resource "first" of this program. ${advice}`;

interface Definition {
  listDeclarations(values: object): ReturnType<typeof originGroup.listDeclarations>;
}

const uniqueName = [also("name", "Names are unique in the account")];
const oneOwner = [also("originGroupId", "Only one resource can manage a group")];
const oneAdoption = [also("adopt", "Only one resource can manage a function")];
const adoptedFn = { ...fn, adopt: true };

it.each<[string, Definition, object, object, string[]]>([
  ["the name of a group", originGroup, { name: "a" }, { name: "a", useNext: true }, uniqueName],
  ["an adopted group", originGroup, { name: "a", originGroupId: 101 }, { name: "b", originGroupId: 101 }, oneOwner],
  ["a group and its name", originGroup, { name: "a" }, { name: "a", originGroupId: 101 }, uniqueName],
  ["a function's name", cloudFunction, fn, { ...fn, timeout: 60 }, [also("name", "Names are unique in a namespace")]],
  ["functions of two namespaces", cloudFunction, fn, { ...fn, namespace: "videos" }, []],
  ["an adopted function", cloudFunction, adoptedFn, adoptedFn, oneAdoption],
  ["a function and one that is adopted", cloudFunction, fn, adoptedFn, oneAdoption],
  [
    "a snapshot, whatever of it",
    snapshotAttributes,
    { ...snapshot, name: "nightly" },
    { ...snapshot, tags: { own: "1" } },
    [also("snapshotId", "Put the name and all tags of the snapshot into one resource, and remove the other one")],
  ],
  ["a snapshot that is not known yet", snapshotAttributes, snapshot, { ...snapshot, snapshotId: undefined }, []],
])("what two resources declare: %s", (_, definition, first, second, expected) => {
  const declarations = new Declarations();
  declarations.register(urnOf("first"), definition.listDeclarations(first));
  const found = declarations.register(urnOf("second"), definition.listDeclarations(second));
  expect(found.map(({ property, reason }) => `${property} ${reason}`)).toEqual(expected);
});

it("distinguishes resources of the same name by their URNs", () => {
  const declarations = new Declarations();
  declarations.register(urnOf("assets", "test:index:Site$"), named("assets"));
  expect(declarations.register(urnOf("assets"), named("assets"))[0]?.reason).toContain(
    `the resource "${urnOf("assets", "test:index:Site$")}" of this program`,
  );
});
