import { GroupNames, buildInterimName } from "../../../provider/resources/origin-group/names";

describe("the fate of a name that another group has", () => {
  it("is unknown until the program has declared it, and after it has failed", () => {
    const names = new GroupNames();
    expect(names.predictFate("102", "y")).toBe("unknown");
    names.expect("102", "x");
    names.forget("102");
    expect(names.predictFate("102", "y")).toBe("unknown");
  });

  it("depends on the name that the program gives that group", () => {
    const names = new GroupNames();
    names.expect("102", "x");
    expect([names.predictFate("102", "y"), names.predictFate("102", "x")]).toEqual(["givenUp", "kept"]);
  });
});

describe("groups that wait for each other's names", () => {
  const ring = (...waits: [string, string][]) => {
    const names = new GroupNames();
    waits.forEach(([id, holder]) => names.startWait(id, holder));
    return names;
  };

  it("are in a ring of two or more", () => {
    expect(ring(["1", "2"], ["2", "1"]).isInCycle("1")).toBe(true);
    expect(ring(["1", "2"], ["2", "3"], ["3", "1"]).isInCycle("2")).toBe(true);
  });

  it("are not in a ring if one of them waits for nothing, or for another ring", () => {
    expect(ring(["1", "2"], ["2", "3"]).isInCycle("1")).toBe(false);
    expect(ring(["1", "2"], ["2", "3"], ["3", "2"]).isInCycle("1")).toBe(false);
  });

  it("are not in a ring while one of them has an interim name", () => {
    const names = ring(["1", "2"], ["2", "1"]);
    names.giveUpName("2");
    expect([names.isInCycle("1"), names.isInCycle("2")]).toEqual([false, false]);
    names.endWait("2");
    names.startWait("2", "1");
    expect(names.isInCycle("1")).toBe(true);
  });
});

it("an interim name is unique and within the limit", () => {
  expect(buildInterimName("assets", "101")).toBe("assets (ID 101, being renamed)");
  expect(buildInterimName("x".repeat(255), "101")).toHaveLength(255);
});

it("an interim name is not cut within a character", () => {
  for (const name of ["\u{1f600}".repeat(127), `x${"\u{1f600}".repeat(127)}`]) {
    expect(buildInterimName(name, "101")).not.toMatch(/\p{Surrogate}/u);
  }
});
