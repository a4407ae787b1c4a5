import { Claims, managedElsewhereText, createClaim, adviseOnTakenName } from "../../../provider/core/claims";

const id = "12/7/images/resize";
const adopted = { claim: "aaaa0001" };
const made = {};

describe("another resource with an object", () => {
  it("holds it with another claim", () => {
    const claims = new Claims();
    expect(claims.findOtherHolder(id, adopted)).toBeUndefined();
    claims.claim(id, adopted);
    expect(claims.findOtherHolder(id, { claim: "bbbb0002" })).toBe(adopted);
    expect(claims.findOtherHolder(id, made)).toBe(adopted);
    expect(claims.findOtherHolder("12/7/images/crop", made)).toBeUndefined();
  });

  it("is not the resource itself, whatever its state is now", () => {
    const claims = new Claims();
    claims.claim(id, adopted);
    expect(claims.findOtherHolder(id, { ...adopted })).toBeUndefined();
  });

  it("is found with its latest state", () => {
    const claims = new Claims();
    const after = { ...adopted, tags: { b: "2" } };
    [{ ...adopted, tags: { a: "1" } }, after].forEach((state) => claims.claim(id, state));
    expect(claims.findOtherHolder(id, made)).toBe(after);
  });
});

describe("operations on the same object", () => {
  it("run one after the other, also after one that has failed; others do not wait for them", async () => {
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
});

describe("an object that is being deleted", () => {
  it("is remembered for the rest of the run", () => {
    const claims = new Claims();
    claims.markDeleted(id);
    expect([claims.isDeleted(id), claims.isDeleted("12/7/images/crop")]).toEqual([true, false]);
  });

  it("is not remembered in another run", () => {
    new Claims().markDeleted(id);
    expect(new Claims().isDeleted(id)).toBe(false);
  });
});

it("claims are unique, and short since every state has one", () => {
  const claims = Array.from({ length: 200 }, createClaim);
  expect(new Set(claims).size).toBe(200);
  expect(claims.every((claim) => /^[0-9a-f]{8}$/.test(claim))).toBe(true);
});

describe("the advice where a name is taken has a line for each way out", () => {
  const ways = {
    interrupted: '\n- If an interrupted `pulumi up` created it: set adopt: true and onDestroy: "delete"',
    renamed: "\n- If this resource was renamed or moved in the program: give it an alias",
    replaced:
      "\n- If it is to be replaced (`--replace`, `pulumi state taint`): set its option deleteBeforeReplace: true",
    adopted: "\n- If it should manage the existing function: set adopt: true",
    givenUp:
      "\n- If the resource that has the function was removed from the program or takes another name: first run " +
      "`pulumi up` without this change",
    other: "\n- Otherwise: choose another name",
  };
  const adviceFor = (isSame: boolean, isPreview: boolean) =>
    adviseOnTakenName({ noun: "function", adopting: "adopt: true", isSame, isPreview });

  it("and begins with an interrupted creation if the content is the same", () => {
    const { interrupted, renamed, replaced, givenUp, adopted, other } = ways;
    const lines = interrupted + renamed + replaced + givenUp + adopted + other;
    expect(adviceFor(true, false)).toBe(`Nothing was created. What to do:${lines}`);
    expect(adviceFor(true, true)).toBe(`What to do:${lines}`);
  });

  it("and begins with an adoption if the content differs", () => {
    const { adopted, renamed, replaced, givenUp, other } = ways;
    const lines = adopted + renamed + replaced + givenUp + other;
    expect(adviceFor(false, false)).toBe(`Nothing was created. What to do:${lines}`);
  });
});

it("the text of an object that another resource manages", () => {
  expect(managedElsewhereText).toBe("stays on the platform: another resource of this program manages it now");
});
