import { Claims, managedElsewhere, newClaim, nameTakenAdvice } from "../../../provider/core/claims";

const id = "12/7/images/resize";
const adopted = { claim: "aaaa0001" };
const made = {};

describe("others with an object", () => {
  it("are none where nobody holds it", () => {
    expect(new Claims().othersWith(id, adopted)).toEqual([]);
  });

  it("are the resources that stay and have another claim", () => {
    const claims = new Claims();
    claims.hold(id, adopted);
    expect(claims.othersWith(id, { claim: "bbbb0002" })).toEqual([adopted]);
    expect(claims.othersWith(id, made)).toEqual([adopted]);
  });

  it("are not the resource itself, whatever its state has become", () => {
    const claims = new Claims();
    claims.hold(id, adopted);
    expect(claims.othersWith(id, { ...adopted })).toEqual([]);
  });

  it("are not those that hold another object", () => {
    const claims = new Claims();
    claims.hold("12/7/images/crop", adopted);
    expect(claims.othersWith(id, made)).toEqual([]);
  });

  it("are those of an older version, too, which have no claim", () => {
    const claims = new Claims();
    claims.hold(id, made);
    expect(claims.othersWith(id, adopted)).toEqual([made]);
    expect(claims.othersWith(id, { ...made })).toEqual([]);
  });

  it("are each once, as they are now", () => {
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

describe("an object that goes", () => {
  it("is known for the rest of the run", () => {
    const claims = new Claims();
    claims.goes(id);
    expect([claims.isGoing(id), claims.isGoing("12/7/images/crop")]).toEqual([true, false]);
  });

  it("in one run does not in another", () => {
    new Claims().goes(id);
    expect(new Claims().isGoing(id)).toBe(false);
  });
});

it("each claim is another one, and short: it stands in every state", () => {
  const claims = Array.from({ length: 200 }, newClaim);
  expect(new Set(claims).size).toBe(200);
  expect(claims.every((claim) => /^[0-9a-f]{8}$/.test(claim))).toBe(true);
});

it("the advice names the alias, the adoption and another name, in this order", () => {
  expect(nameTakenAdvice("function", "adopt: true")).toBe(
    "Nothing was changed. If this resource was renamed or moved in the program, give it an alias. If it should " +
      'manage the existing function, set adopt: true (and onDestroy: "delete" if an interrupted `pulumi up` created it). ' +
      "Otherwise choose another name",
  );
  expect(managedElsewhere()).toBe("stays on the platform: another resource of this program manages it now");
});
