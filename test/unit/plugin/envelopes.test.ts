import fc from "fast-check";
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { Unknown } from "../../../provider/core/unknown";
import { StreamlinedInvokeResponse, parseProperties, Secret, toStruct } from "../../../provider/hosts/plugin/envelopes";
import { isJsonObject, mapValues } from "../../../provider/values/json";
import { tries } from "../../tries";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const output = { "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4" };

/** The properties that arrive if the engine sends this value. */
function received(value: object): unknown {
  return parseProperties(Struct.fromJavaScript(value as Parameters<typeof Struct.fromJavaScript>[0]));
}

it.each<[string, object, unknown]>([
  ["a secret", { a: { ...secret, value: "x" } }, { a: new Secret("x") }],
  ["a secret inside a list", { a: [{ b: { ...secret, value: 1 } }] }, { a: [{ b: new Secret(1) }] }],
  ["an output that is known", { a: { ...output, value: { b: 1 } } }, { a: { b: 1 } }],
  ["an output that is secret", { a: { ...output, value: "x", secret: true } }, { a: new Secret("x") }],
  ["null", { a: null }, { a: null }],
])("opens %s", (_, sent, expected) => {
  expect(received(sent)).toEqual(expected);
});

it.each<[string, unknown]>([
  ["text", "04da6b54-80e4-46f7-96ec-b56ff0331ba9"],
  ["number", "3eeb2bf0-c639-47a8-9e75-3b44932eb421"],
  ["truth value", "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"],
  ["list", "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2"],
  ["object", "dd056dcd-154b-4c76-9bd3-c8f88648b5ff"],
  ["output", { ...output }],
  ["secret output", { ...output, secret: true }],
])("recognizes an unknown %s", (_, sent) => {
  const { a } = received({ a: sent }) as { a: unknown };
  expect(a instanceof Secret ? a.value : a).toBeInstanceOf(Unknown);
});

const leaf = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    leaf.map((inner) => new Secret(inner)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 3 },
    ),
  ),
}));

it("values survive a round trip", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(parseProperties(toStruct({ value }))).toEqual({ value: withPlainZeros(value) });
    }),
    tries(100),
  );
});

it("the answer of a data source follows the protocol", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const bytes = new StreamlinedInvokeResponse({ value, none: null }).serializeBinary();
      const answer = InvokeResponse.deserializeBinary(bytes);
      expect(answer.getFailuresList()).toEqual([]);
      const result = parseProperties(answer.getReturn());
      expect(result).toEqual({ value: withPlainZeros(value), none: null });
      // Byte by byte what the messages write that the SDK brings, but for the order in which a map has its entries.
      expect(bytes).toHaveLength(
        new InvokeResponse().setReturn(toStruct({ value, none: null })).serializeBinary().length,
      );
    }),
    tries(100),
  );
});

it("undefined values are left out, and half surrogate pairs are replaced", () => {
  expect(parseProperties(toStruct({ a: undefined, b: "x\ud800y", c: [undefined] }))).toEqual({
    b: "x\ufffdy",
    c: [null],
  });
});

it("an object of the user is never sent as an envelope of the engine", () => {
  expect(parseProperties(toStruct({ a: { ...secret, value: "x" } }))).toEqual({ a: { value: "x" } });
});

/** The protocol's numbers have no negative zero, and its objects a prototype. */
function withPlainZeros(value: unknown): unknown {
  if (value instanceof Secret) {
    return new Secret(withPlainZeros(value.value));
  }
  if (Array.isArray(value)) {
    return value.map(withPlainZeros);
  }
  return isJsonObject(value) ? mapValues(value, withPlainZeros) : value;
}
