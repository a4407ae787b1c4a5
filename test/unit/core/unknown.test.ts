import fc from "fast-check";
import { containsUnknown, markUnknowns, Unknown, unmarkUnknowns } from "../../../provider/core/unknown";
import { tries } from "../../tries";

/** What the engine sends (design, section 2). */
const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("unknown values", () => {
  it.each<[string, unknown, unknown]>([
    ["the whole value", sentinel, new Unknown()],
    ["in an object", { a: sentinel, b: 1 }, { a: new Unknown(), b: 1 }],
    ["in an array", [1, sentinel], [1, new Unknown()]],
    ["nested", { a: [{ b: [sentinel] }] }, { a: [{ b: [new Unknown()] }] }],
  ])("are marked and unmarked: %s", (_, sent, marked) => {
    const known = markUnknowns(sent);
    expect(known).toStrictEqual(marked);
    expect(containsUnknown(known)).toBe(true);
    expect(unmarkUnknowns(known)).toStrictEqual(sent);
  });

  it.each([null, undefined, "", `${sentinel} `, 0, false, {}, [], { a: null, b: [undefined] }])(
    "do not include %j",
    (value) => {
      expect(markUnknowns(value)).toStrictEqual(value);
      expect(containsUnknown(markUnknowns(value))).toBe(false);
    },
  );

  it("are distinct objects, so that none is a duplicate of another", () => {
    const [one, two] = markUnknowns([sentinel, sentinel]) as unknown[];
    expect(one).not.toBe(two);
  });

  it("can be marked and unmarked in any JSON without changing it", () => {
    const json = fc.jsonValue().map((value) => ({ value, later: [sentinel, { value, sentinel }] }));
    fc.assert(
      fc.property(json, (value) => expect(unmarkUnknowns(markUnknowns(value))).toEqual(value)),
      tries(100),
    );
  });
});
