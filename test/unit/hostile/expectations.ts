import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import type * as protobuf from "google-protobuf/google/protobuf/struct_pb";
import type { JsonObject } from "../../../provider/json";
import type { Outcome } from "./providers";
import { signatureKey } from "./values";

const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Struct } = ofSdk("google-protobuf/google/protobuf/struct_pb.js") as typeof protobuf;

/** The longest message that reaches the engine together with the state of a resource. */
const longestMessage = 20_000;

/** Expects a value that is the same after a way as JSON. */
export function expectPlain(value: unknown): void {
  expect(isDeepStrictEqual(value, JSON.parse(JSON.stringify(value)))).toBe(true);
}

/** Properties as they are at the other end of the host's own encoding, which has no key `__proto__`. */
export function sentByHost(properties: JsonObject): JsonObject {
  const bytes = Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]).serializeBinary();
  return Struct.deserializeBinary(bytes).toJavaScript();
}

/** Expects properties that arrive at the engine as they are. */
export function expectToTravel(properties: JsonObject): void {
  expectPlain(properties);
  expect(isDeepStrictEqual(sentByHost(properties), properties)).toBe(true);
  // The engine refuses a whole message for the sake of half a character, and takes what has this key for something else.
  const { keys, texts } = contentOf(properties);
  expect([...keys, ...texts].filter((text) => /\p{Surrogate}/u.test(text))).toEqual([]);
  expect(keys).not.toContain(signatureKey);
}

/** Expects a text that the engine can take and print: of bounded length, without anything that a terminal obeys. */
export function expectToBeShown(text: string): void {
  expect(text).not.toBe("");
  expect(text.length).toBeLessThan(longestMessage);
  // The engine ends itself over a colour that it does not know.
  expect(text).not.toContain("<{%");
  expect(text).not.toMatch(/\p{Surrogate}|[^\P{Cc}\n\t]/u);
}

/** Expects an error that somebody has thought of: a fault in our code would bring its stack along. */
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

/** The end of an operation, which has to be a good one in either case. */
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
