import { Declarations, readRunContext } from "../../../provider/core/declarations";

const urnOf = (name: string, parents = "") => `urn:pulumi:dev::site::${parents}edgecloud:index:OriginGroup::${name}`;
const named = (key: string) => [{ property: "name", key, advice: "Choose another." }];

it("reports the first resource to a second one that declares the same", () => {
  const declarations = new Declarations();
  expect(declarations.register(urnOf("first"), named("assets"))).toEqual([]);
  expect(declarations.register(urnOf("other"), named("other assets"))).toEqual([]);
  expect(declarations.register(urnOf("second"), named("assets"))).toEqual([
    {
      property: "name",
      reason: 'is also declared by the resource "first" of this program. Choose another.',
    },
  ]);
});

it("does not report a resource to itself when it is checked again", () => {
  const declarations = new Declarations();
  for (const key of ["assets", "assets", "renamed"]) {
    expect(declarations.register(urnOf("first"), named(key))).toEqual([]);
  }
});

describe("what several resources share", () => {
  const shared = [{ property: "tags", key: "s", advice: "Choose one.", isShared: true }];
  const alone = [{ property: "exclusiveTags", key: "s", advice: "Choose one." }];

  it("is no failure", () => {
    const declarations = new Declarations();
    for (const name of ["first", "second", "third", "first"]) {
      expect(declarations.register(urnOf(name), shared)).toEqual([]);
    }
  });

  it.each([
    ["shares", alone, shared, "tags", "cannot be declared beside exclusiveTags of"],
    ["does not share", shared, alone, "exclusiveTags", "cannot be declared beside tags of"],
    ["does not share either", alone, alone, "exclusiveTags", "is also declared by"],
  ])("is reported to a second resource that %s if one of both does not", (_, before, after, property, relation) => {
    const declarations = new Declarations();
    expect(declarations.register(urnOf("first"), before)).toEqual([]);
    expect(declarations.register(urnOf("second"), after)).toEqual([
      { property, reason: `${relation} the resource "first" of this program. Choose one.` },
    ]);
    // Pulumi checks a resource that is replaced twice.
    expect(declarations.register(urnOf("first"), before)).toEqual([]);
  });
});

it("distinguishes resources of the same name by their URNs", () => {
  const declarations = new Declarations();
  declarations.register(urnOf("assets", "test:index:Site$"), named("assets"));
  expect(declarations.register(urnOf("assets"), named("assets"))[0]?.reason).toContain(
    `the resource "${urnOf("assets", "test:index:Site$")}" of this program`,
  );
});

it.each([{}, { __origin: "x" }, { __origin: { urn: 1 } }, { __origin: null }])("%j has no origin", (args) => {
  expect(readRunContext(args)).toBeUndefined();
});
