import { z } from "zod";
import type { Connection } from "../../../provider/api/connection";
import { isJsonObject, mapValues, type JsonObject } from "../../../provider/values/json";
import { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import type { Handler, ResourceDefinition } from "../../../provider/core/handler";
import { openProperties } from "../../../provider/core/secrets";
import { noTraits, type Traits } from "../../../provider/core/traits";

export const sentinel = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
export const literal = { __provider: 'exports.handler = () => require("some/host").Thing' };
const settings: Record<string, string> = { "edgecloud:apiKey": "key-1234", "edgecloud:baseUrl": "http://127.0.0.1:1" };

/** A resource as the engine stores it, and as its handler receives it. */
export const apart = { name: "a", items: { x: { box: { label: "x", secretKey: "credential" } } } };
/** The same as the engine hands its outputs back: all in plain text, with what no output shows in one property. */
export const stored = {
  name: "a",
  items: { x: { box: { label: "x" } } },
  __private: { credentials: { items: { x: { box: { secretKey: "credential" } } } } },
};

/** A resource as the state has it, opened. */
export function openStored(
  { inputs = {}, outputs = {} }: { inputs?: JsonObject; outputs?: JsonObject },
  traits: Traits,
) {
  return { inputs: openProperties(inputs, traits), outputs: openProperties(outputs, traits) };
}

const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** A secret as the host answers it. */
export const markSecret = (value: unknown) => ({ ...envelope, value });

/** Properties as the engine hands them back: what the host marks as a secret is stored encrypted, and comes back plain. */
export function handBack<Value>(properties: Value): Value {
  return openEnvelopes(properties, (value) => value) as Value;
}

/** What the engine shows of properties, and stores in plain text. */
export function withoutEnvelopes(properties: unknown): unknown {
  return openEnvelopes(properties, () => undefined);
}

/** A copy with what `open` makes of each secret. */
export function openEnvelopes(value: unknown, open: (secret: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((entry) => openEnvelopes(entry, open));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.keys(envelope).every((key) => Object.hasOwn(value, key))
    ? openEnvelopes(open(value.value), open)
    : mapValues(value, (child) => openEnvelopes(child, open));
}

export const together = { name: "a", items: [{ box: { label: "x", secretKey: "credential" } }] };

export type Stub = { [name in keyof Handler<JsonObject, JsonObject>]: jest.Mock };

type Definition = ResourceDefinition<JsonObject, JsonObject>;

export async function adapterOf(
  stub: Partial<Stub> = {},
  config: Record<string, string> = settings,
  definition: Partial<Definition> = {},
) {
  const handler: Stub = {
    check: jest.fn((inputs: JsonObject) => ({ inputs, failures: [] })),
    ...{ diff: jest.fn(), create: jest.fn(), read: jest.fn(), update: jest.fn(), delete: jest.fn() },
    ...stub,
  };
  let connect: () => Connection = () => {
    throw new Error("not there yet");
  };
  const noticed: string[] = [];
  const things: Definition = {
    noun: "thing",
    product: "cdn",
    findId: () => undefined,
    label: "name",
    listDeclarations: () => [],
    args: z.looseObject({}),
    traits: {
      ...noTraits,
      entryNames: { items: ["box.label"] },
      credentials: ["items.*.box.secretKey"],
    },
    ...definition,
    createHandler: (connection) => {
      connect = connection;
      return handler;
    },
  };
  const adapter = new DynamicProvider(things, { notify: (text) => void noticed.push(text) });
  const get = (key: string) => config[key];
  await adapter.configure({ config: { get, require: () => "" } });
  return { adapter, handler, noticed, connect: () => connect() };
}

/** The error of an operation, as the host gets it. */
export async function rejection(operation: Promise<unknown>): Promise<Error & JsonObject> {
  return operation.then(
    () => Promise.reject(new Error("the operation succeeded")),
    (error: Error & JsonObject) => error,
  );
}

const environment = process.env;

beforeEach(() => {
  process.env = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("EDGECLOUD_")));
});

afterEach(() => {
  process.env = environment;
});
