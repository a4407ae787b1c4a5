import { Claims, managedElsewhere, newClaim, nameTakenAdvice } from "../../../provider/core/claims";

const id = "12/7/images/resize";
const adopted = { claim: "aaaa0001" };
const made = {};

describe("the other resources with an object", () => {
  it("are none if no resource holds it", () => {
    expect(new Claims().othersWith(id, adopted)).toEqual([]);
  });

  it("are those that hold it with another claim", () => {
    const claims = new Claims();
    claims.hold(id, adopted);
    expect(claims.othersWith(id, { claim: "bbbb0002" })).toEqual([adopted]);
    expect(claims.othersWith(id, made)).toEqual([adopted]);
  });

  it("do not include the resource itself, whatever its state is now", () => {
    const claims = new Claims();
    claims.hold(id, adopted);
    expect(claims.othersWith(id, { ...adopted })).toEqual([]);
  });

  it("do not include those that hold another object", () => {
    const claims = new Claims();
    claims.hold("12/7/images/crop", adopted);
    expect(claims.othersWith(id, made)).toEqual([]);
  });

  it("include those of an older version, which have no claim", () => {
    const claims = new Claims();
    claims.hold(id, made);
    expect(claims.othersWith(id, adopted)).toEqual([made]);
    expect(claims.othersWith(id, { ...made })).toEqual([]);
  });

  it("are listed once each, with their latest state", () => {
    const claims = new Claims();
    const [before, after] = [
      { ...adopted, tags: { a: "1" } },
      { ...adopted, tags: { b: "2" } },
    ];
    const another = { claim: "bbbb0002" };
    [before, another, after].forEach((state) => claims.hold(id, state));
    expect(claims.othersWith(id, made)).toEqual([after, another]);
  });
});

describe("an object that is being deleted", () => {
  it("is known as such for the rest of the run", () => {
    const claims = new Claims();
    claims.goes(id);
    expect([claims.isGoing(id), claims.isGoing("12/7/images/crop")]).toEqual([true, false]);
  });

  it("is not known as such in another run", () => {
    new Claims().goes(id);
    expect(new Claims().isGoing(id)).toBe(false);
  });
});

it("claims are unique, and short since every state has one", () => {
  const claims = Array.from({ length: 200 }, newClaim);
  expect(new Set(claims).size).toBe(200);
  expect(claims.every((claim) => /^[0-9a-f]{8}$/.test(claim))).toBe(true);
});

it("the advice names the alias, the option of a replacement, the adoption and another name, in this order", () => {
  expect(nameTakenAdvice("function", "adopt: true")).toBe(
    "Nothing was changed. If this resource was renamed or moved in the program, give it an alias. If it is to be " +
      "replaced (`--replace`, `pulumi state taint`), set its option deleteBeforeReplace: true. If it should " +
      'manage the existing function, set adopt: true (and onDestroy: "delete" if an interrupted `pulumi up` created it). ' +
      "Otherwise choose another name",
  );
  expect(managedElsewhere()).toBe("stays on the platform: another resource of this program manages it now");
});
