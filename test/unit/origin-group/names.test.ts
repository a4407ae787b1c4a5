import { GroupNames, interimName } from "../../../provider/resources/origin-group/names";

describe("the fate of a name that another group has", () => {
  it("is unknown until the program has declared it, and after it has failed", () => {
    const names = new GroupNames();
    expect(names.fateOf("102", "y")).toBe("unknown");
    names.expect("102", "x");
    names.forget("102");
    expect(names.fateOf("102", "y")).toBe("unknown");
  });

  it("depends on the name that the program gives that group", () => {
    const names = new GroupNames();
    names.expect("102", "x");
    expect([names.fateOf("102", "y"), names.fateOf("102", "x")]).toEqual(["leaves", "stays"]);
  });
});

describe("groups that wait for each other's names", () => {
  const ring = (...waits: [string, string][]) => {
    const names = new GroupNames();
    waits.forEach(([id, holder]) => names.waitFor(id, holder));
    return names;
  };

  it("are in a ring of two or more", () => {
    expect(ring(["1", "2"], ["2", "1"]).isInRing("1")).toBe(true);
    expect(ring(["1", "2"], ["2", "3"], ["3", "1"]).isInRing("2")).toBe(true);
  });

  it("are not in a ring if one of them waits for nothing, or for another ring", () => {
    expect(ring(["1", "2"], ["2", "3"]).isInRing("1")).toBe(false);
    expect(ring(["1", "2"], ["2", "3"], ["3", "2"]).isInRing("1")).toBe(false);
  });

  it("are not in a ring while one of them has an interim name", () => {
    const names = ring(["1", "2"], ["2", "1"]);
    names.stepAside("2");
    expect([names.isInRing("1"), names.isInRing("2")]).toEqual([false, false]);
    names.endWait("2");
    names.waitFor("2", "1");
    expect(names.isInRing("1")).toBe(true);
  });
});

it("an interim name is unique and within the limit", () => {
  expect(interimName("assets", "101")).toBe("assets (ID 101, being renamed)");
  expect(interimName("x".repeat(255), "101")).toHaveLength(255);
});

it("an interim name is not cut within a character", () => {
  for (const name of ["\u{1f600}".repeat(127), `x${"\u{1f600}".repeat(127)}`]) {
    expect(interimName(name, "101")).not.toMatch(/\p{Surrogate}/u);
  }
});
