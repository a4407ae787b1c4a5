import fc from "fast-check";
import { isJsonObject, type JsonObject } from "../../../provider/values/json";
import { sentinel } from "../../unit/hosts/things";

/** Key by which Pulumi marks objects that stand for something else, and what they stand for. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
};

/** Texts that would change the meaning of a URL. */
export const oddIds = [
  ...["", " ", ".", "..", "...", "../../x", "a/b", "/", "//host.example/x", "http://host.example/", "a\\b", "..\\.."],
  ..."%2e%2e %2E. .%2e a%2fb % %zz a?b a#b ? # a+b ; @ :".split(" "),
  ...["a b", "\t..", "..\n"],
  ...["\0", "a\r\nb", "\u202e", "\ud800", "é", "1e21", "-1", "0", "12/7/../x", "12/7/images/..", "12/../images/x"],
  ...["12/7/.", "12/7/a\\b", "99999999999999999999/7/images/x", "12/7/images/a%2fb", `12/${"9".repeat(400)}/x/y`],
];

const oddTexts = [
  ...oddIds,
  ..."__proto__ constructor prototype toString hasOwnProperty length then toJSON id message".split(" "),
  ...[sentinel, signatureKey, "SECRET_VALUE", "null", "undefined", "NaN", "[object Object]", "true"],
  ...["\u200f\u202e\u2066", "\ud800", "x\udc00", "\ufeff", "\uffff", "\u0000", "\u001b[2J\u001b]0;x\u0007", "\u2028"],
  ...["<{%reset%}>", "<{%evil%}>", "%s %d %!v(MISSING)", "<title>x</title>", "(", "a".repeat(300), "\n".repeat(50)],
];

/** Any text: ordinary ones and unlikely ones. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...oddTexts), weight: 4 },
  { arbitrary: fc.string({ unit: "binary" }), weight: 2 },
  { arbitrary: fc.string({ unit: "grapheme" }), weight: 2 },
  { arbitrary: fc.tuple(fc.constantFrom("a", "..", "\ud83d\ude00", "\0"), fc.nat(20_000)).map(repeated), weight: 1 },
);

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const anyKey = fc.oneof(fc.constantFrom(...oddTexts), fc.string());

/** An object as Pulumi marks one, and ones that only look like that. */
const marked = fc
  .tuple(fc.oneof(fc.constantFrom(...Object.values(signatures)), anyText), anyText)
  .map(([signature, value]) => ({ [signatureKey]: signature, value, plaintext: JSON.stringify(value), text: value }));

/** Any JSON whose objects may have any of the `names`. */
export function anyJson(names: readonly string[] = []): fc.Arbitrary<unknown> {
  const key = names.length > 0 ? fc.oneof(fc.constantFrom(...names), anyKey) : anyKey;
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.oneof(fc.constantFrom(null, true, false), anyNumber, anyText),
      fc.array(tie("value"), { maxLength: 5 }),
      // Not `fc.dictionary`: a key `__proto__` must be an ordinary one.
      fc.array(fc.tuple(key, tie("value")), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
      { arbitrary: marked, weight: 1 },
    ),
  }));
  return value;
}

/** Any object. */
export function anyObject(names: readonly string[] = []): fc.Arbitrary<JsonObject> {
  return anyJson(names).map((value) => (isJsonObject(value) ? value : { value }));
}

/** `base` with something in it replaced, added or removed, at one to three places. */
export function mutated(base: object): fc.Arbitrary<JsonObject> {
  const names = [...new Set(pathsIn(base).flatMap((path) => path.slice(-1)))].map(String);
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom<Change>("replace", "replace", "remove", "add"),
    fc.oneof(fc.constantFrom(...names), anyKey),
    anyJson(names),
  );
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((changed, [index, kind, key, value]) => {
      const paths = pathsIn(changed);
      const path = paths[index % paths.length];
      return path === undefined ? { [key]: value } : (changedAt(changed, path, kind, key, value) as JsonObject);
    }, base as JsonObject),
  );
}

type Change = "replace" | "remove" | "add";
type Path = readonly string[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  const entries = typeof value === "object" && value !== null && path.length < 8 ? Object.entries(value) : [];
  const inside = entries.flatMap(([key, child]) => pathsIn(child, [...path, key]));
  return path.length > 0 ? [path, ...inside] : inside;
}

function changedAt(value: unknown, [step, ...rest]: Path, kind: Change, key: string, replacement: unknown): unknown {
  const entries = Object.entries(value as object).flatMap(([name, child]): [string, unknown][] => {
    if (name !== step) {
      return [[name, child]];
    }
    if (rest.length > 0) {
      return [[name, changedAt(child, rest, kind, key, replacement)]];
    }
    const added: [string, unknown][] = [
      [name, child],
      [key, replacement],
    ];
    return { replace: [[name, replacement] as [string, unknown]], remove: [], add: added }[kind];
  });
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

/** Arrays in arrays, or objects in objects; more of them than fast-check could print. */
export function nested(levels: number, isArray: boolean): unknown {
  let value: unknown = "inside";
  for (let level = 0; level < levels; level++) {
    value = isArray ? [value] : { a: value };
  }
  return value;
}

function repeated([unit, times]: [string, number]): string {
  return unit.repeat(times);
}
