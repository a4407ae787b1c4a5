import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import type * as protobuf from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../../provider/values/json";
import type { Outcome } from "./providers";
import { signatureKey } from "./values";
import { handBack } from "../../unit/hosts/things";

const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Struct } = ofSdk("google-protobuf/google/protobuf/struct_pb.js") as typeof protobuf;

/** The longest message that reaches the engine together with the state of a resource. */
const maxMessageLength = 20_000;

/** Expects a value that survives a round trip through JSON. */
export function expectPlain(value: unknown): void {
  expect(isDeepStrictEqual(value, JSON.parse(JSON.stringify(value)))).toBe(true);
}

/** Properties after a round trip through the encoding of the host, which drops the key `__proto__`. */
export function sentByHost(properties: JsonObject): JsonObject {
  const bytes = Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]).serializeBinary();
  return Struct.deserializeBinary(bytes).toJavaScript();
}

/** Expects properties that arrive at the engine unchanged. */
export function expectToTravel(properties: JsonObject): void {
  expectPlain(properties);
  expect(isDeepStrictEqual(sentByHost(properties), properties)).toBe(true);
  // The engine refuses a whole message with half a surrogate pair, and treats an object with this key as an envelope.
  // The one secret that the provider marks itself.
  const { keys, texts } = contentOf(handBack(properties));
  expect([...keys, ...texts].filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
  expect(keys).not.toContain(signatureKey);
}

/** Expects a text that the engine can accept and print: of bounded length, without control characters. */
export function expectToBeShown(text: string): void {
  expect(text).not.toBe("");
  expect(text.length).toBeLessThan(maxMessageLength);
  // The engine crashes on an unknown color directive.
  expect(text).not.toContain("<{%");
  expect(text).not.toMatch(/\p{Surrogate}|[^\P{Cc}\n\t]/u);
}

/** Expects an error that is raised on purpose: a fault in our code would have a stack. */
export function expectOrdinary(error: unknown): void {
  expect(error).toBeInstanceOf(Error);
  const { message, stack, id, properties } = error as Error & { id?: unknown; properties?: JsonObject };
  expectToBeShown(message);
  if (id === undefined) {
    expect({ message, stack }).toEqual({ message, stack: "" });
  } else {
    expect(id).toEqual(expect.stringMatching(/./));
    expect(properties).toHaveProperty("__provider");
    expectToTravel(properties as JsonObject);
  }
}

/** The result of an operation, or its error, which must be an ordinary one. */
export async function outcomeOf(operation: Promise<Outcome | void>): Promise<Outcome> {
  try {
    return (await operation) ?? {};
  } catch (error) {
    expectOrdinary(error);
    return error as Outcome;
  }
}

function contentOf(value: unknown): { keys: string[]; texts: string[] } {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const inside = entries.map(([, child]) => contentOf(child));
  return {
    keys: [...entries.map(([key]) => key), ...inside.flatMap(({ keys }) => keys)],
    texts: [...(typeof value === "string" ? [value] : []), ...inside.flatMap(({ texts }) => texts)],
  };
}
