import { findByToken, mapByToken } from "../../../provider/hosts/plugin/tokens";

const served = {
  resource: mapByToken(["OriginGroup", "CloudFunction"].map((name) => [name, name] as const)),
  function: mapByToken(["getOriginGroup", "getImage"].map((name) => [name, name] as const)),
};
const meant = (name: string) => ` (did you mean "edgecloud:index:${name}"?)`;

test("what there is, is found", () => {
  expect(findByToken("resource", "edgecloud:index:OriginGroup", served.resource)).toBe("OriginGroup");
});

test.each([
  ["resource", "edgecloud:index:Origingroup", meant("OriginGroup")],
  ["resource", "edgecloud:index:Origingroups", meant("OriginGroup")],
  ["resource", "edgecloud:cdn:OriginGroup", meant("OriginGroup")],
  ["resource", "edgecloud:index:Nothing", "; it has edgecloud:index:CloudFunction, edgecloud:index:OriginGroup"],
  ["function", "edgecloud:index:getorigingroup", meant("getOriginGroup")],
  ["function", "edgecloud:index:constructor", "; it has edgecloud:index:getImage, edgecloud:index:getOriginGroup"],
] as const)("there is no %s %s, which is said with what is there", (kind, token, rest) => {
  expect(() => findByToken(kind, token, served[kind])).toThrow(
    new Error(`the package edgecloud has no ${kind} ${token}${rest}`),
  );
});
