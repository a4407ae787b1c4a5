import { AuthenticationError, NotFoundError } from "../../../provider/api/failures/errors";
import type { DynamicProvider } from "../../../provider/hosts/dynamic/adapter";
import { PartialFailure } from "../../../provider/core/handler";
import { adapterOf, apart, literal, markSecret, openStored, rejection, stored, together, type Stub } from "./things";
import { noTraits } from "../../../provider/core/traits";
import { openProperties } from "../../../provider/core/secrets";
import { traits } from "../../../provider/resources/cloud-function/traits";
import type { JsonObject } from "../../../provider/values/json";
import { Claims } from "../../../provider/core/claims";
import { Secret } from "../../../provider/core/tree";
import type { Waits } from "../../../provider/core/handler";
import { Operation } from "../../../provider/hosts/operation";
import { HostSettings } from "../../../provider/hosts/settings";

describe("an error", () => {
  const failing = (error: unknown) => jest.fn(() => Promise.reject(error as Error));

  it.each<[string, keyof Stub, (adapter: DynamicProvider) => Promise<unknown>]>([
    ["creating", "create", (adapter) => adapter.create({ ...literal, ...apart })],
    ["reading", "read", (adapter) => adapter.read("7", { ...literal, ...apart })],
    ["updating", "update", (adapter) => adapter.update("7", {}, { ...literal, ...apart })],
    ["deleting", "delete", (adapter) => adapter.delete("7", { ...literal, ...apart })],
  ])("names operation and resource of %s, and contains no secret", async (doing, verb, operate) => {
    const { adapter } = await adapterOf({
      [verb]: failing(new NotFoundError({ message: "no credential", status: 404 })),
    });
    const error = await rejection(operate(adapter));
    expect(error.message).toBe(`${doing} thing "a": no [secret] (404)`);
    expect(error).not.toHaveProperty("id");
    expect(JSON.stringify([error.stack, error])).not.toContain("credential");
  });

  it("has a text that the engine can accept and print", async () => {
    const text = "no \ud800 <{%evil%}> \u001b[2J";
    const fault = Object.assign(new TypeError(text), { stack: `TypeError: ${text}\n    at x` });
    const { adapter } = await adapterOf({ delete: failing(fault) });
    const { message, stack } = await rejection(adapter.delete("7", { name: "a" }));
    expect([message, stack]).toEqual([
      'deleting thing "a": no \ufffd <{ %evil%}> \ufffd[2J',
      "TypeError: no \ufffd <{ %evil%}> \ufffd[2J\n    at x",
    ]);
  });

  it("names diff as comparing", async () => {
    const diff = jest.fn(() => {
      throw new Error("cannot");
    });
    const { adapter } = await adapterOf({ diff });
    expect((await rejection(adapter.diff("7", { name: "a" }, {}))).message).toBe('comparing thing "a": cannot');
    const renamed = await rejection(adapter.diff("7", { name: "a" }, { name: "b" }));
    expect(renamed.message).toBe('comparing thing "b": cannot');
  });

  it.each([
    ["reading", "read", true],
    ["deleting", "delete", true],
    ["creating", "create", false],
  ] as const)("of a refused key while %s (%s) has advice on --run-program: %p", async (_, verb, advised) => {
    const { adapter } = await adapterOf({ [verb]: failing(new AuthenticationError({ message: "no", status: 401 })) });
    const operations = {
      read: () => adapter.read("7", apart),
      delete: () => adapter.delete("7", apart),
      create: () => adapter.create(apart),
    };
    expect((await rejection(operations[verb]())).message.includes("--run-program")).toBe(advised);
  });

  it("has a stack for a fault in our code only", async () => {
    const fault = new TypeError("oops");
    const first = await adapterOf({ delete: failing(fault) });
    expect((await rejection(first.adapter.delete("7", {}))).stack).toBe(fault.stack);
    const second = await adapterOf({ delete: failing(new NotFoundError({ message: "gone" })) });
    expect((await rejection(second.adapter.delete("7", {}))).stack).toBe("");
  });

  it.each<[string, (adapter: DynamicProvider) => Promise<unknown>]>([
    ["create", (adapter) => adapter.create({ ...literal, ...apart })],
    ["update", (adapter) => adapter.update("7", {}, { ...literal, ...apart })],
  ])("has the state with the literal and with secrets apart after a partial failure in %s", async (verb, operate) => {
    const partial = new PartialFailure("7", { ...together, none: undefined }, new Error("timed out"));
    const { adapter } = await adapterOf({ [verb]: failing(partial) });
    const error = await rejection(operate(adapter));
    const message = `${verb === "create" ? "creating" : "updating"} thing "a": timed out`;
    expect(error).toMatchObject({ message, id: "7", reasons: [message] });
    const kept = { ...stored.__private, sent: ["credential"] };
    expect(error.properties).toStrictEqual({ ...stored, __private: markSecret(kept), ...literal });
  });
});

describe("arguments that may hold secrets, at any depth", () => {
  const known = { ...literal, name: "resize", envs: { TOKEN: "token-7d79", list: ["resize"], on: "1" } };
  const secretly = (stub: Partial<Stub>) =>
    adapterOf(stub, undefined, { traits: { ...noTraits, secretMaps: ["envs"] } });
  const leaky = new NotFoundError({ message: "resize has 1 token-7d79" });
  const failing = jest.fn(() => Promise.reject(leaky));

  it.each<[string, keyof Stub, (adapter: DynamicProvider) => Promise<unknown>]>([
    ["creating", "create", (adapter) => adapter.create(known)],
    ["reading", "read", (adapter) => adapter.read("7", known)],
    ["deleting", "delete", (adapter) => adapter.delete("7", known)],
    ["updating", "update", (adapter) => adapter.update("7", {}, known)],
    ["updating", "update", (adapter) => adapter.update("7", known, { ...literal, name: "resize" })],
  ])("show in no error while %s, and the resource's name stays readable", async (doing, verb, operate) => {
    const { adapter } = await secretly({ [verb]: failing });
    expect((await rejection(operate(adapter))).message).toBe(`${doing} thing "resize": [secret] has 1 [secret]`);
  });

  it("do not show in the stack of a fault in our code, which the host prints", async () => {
    const fault = new TypeError("cannot read token-7d79");
    const { adapter } = await secretly({ delete: jest.fn(() => Promise.reject(fault)) });
    const { stack } = await rejection(adapter.delete("7", known));
    expect(stack).toContain("adapter-errors.test");
    expect(stack).not.toContain("token-7d79");
  });
});

it("a wrong configuration fails the operation, not the start", async () => {
  const { adapter, handler, connect } = await adapterOf({}, {});
  handler.delete.mockImplementation(() => Promise.resolve().then(connect));
  expect((await rejection(adapter.delete("7", { name: "a" }))).message).toMatch(
    /^deleting thing "a": edgecloud:apiKey is not set; set it with/,
  );
});

describe("an operation", () => {
  const [noticed, shown] = [[] as string[], [] as string[]];
  const waits: Waits = {
    all: new Set(),
    track: (noun, name, work) => {
      shown.push(`${noun} ${name}`);
      return work({ begin: () => undefined, show: (state) => void shown.push(state) });
    },
  };
  const operationOn = (envs: unknown, outputs: JsonObject = {}): Operation => {
    const surroundings = { traits, claims: new Claims(), keepsCredentials: true, settings: new HostSettings() };
    const context = { notify: (text: string) => void noticed.push(text), waits };
    const news = openProperties({ key: new Secret("secret-1234"), envs }, traits);
    return new Operation(surroundings, openStored({ outputs }, traits), news, context);
  };
  const operation = operationOn({ NAME: "resize", TOKEN: "token-1234" });

  it("shows no secret in a notice, nor what messages of the platform must not repeat", async () => {
    const { context } = operation.open();
    context.notify('function "resize" is secret-1234');
    await context.waits.track("function", "resize of secret-1234", (wait) => {
      wait.show("busy with token-1234 and secret-1234");
      return Promise.resolve();
    });
    expect(noticed).toEqual(['function "resize" is [secret]']);
    expect(shown).toEqual(["function resize of [secret]", "busy with [secret] and [secret]"]);
  });

  it("lets the platform quote no variables, nor their names if those are hidden, nor logins among dependencies", () => {
    const outputs = { dependencies: "https://robot:pass-word@packages.example.com" };
    const quoteAll = (envs: unknown) => operationOn(envs, outputs).redactPlatformText("NAME value robot pass-word");
    expect(quoteAll({ NAME: "value" })).toBe("NAME [secret] [secret] [secret]");
    expect(quoteAll(new Secret({ NAME: "value" }))).toBe("[secret] [secret] [secret] [secret]");
  });

  it("changes only outputs with messages of the platform", () => {
    const state = { name: "resize", buildMessage: "line 3: token-1234", timeout: 30 };
    expect(operation.seal(state)).toEqual({ ...state, buildMessage: "line 3: [secret]" });
  });

  it("quotes no part of a secret in a failure, and still tells that a value is missing", () => {
    const failure = { property: "source", reason: 'must not contain a scheme; write "secret-12"' };
    const missing = { property: "secretKey", reason: "is required", isMissing: true } as const;
    const told = { property: "source", reason: "must not contain a scheme; write [secret]" };
    expect(operation.redactFailures([failure, missing])).toEqual([told, missing]);
  });
});
