import { OperationError } from "../../../provider/hosts/operation-error";
import { ManagedResource } from "../../../provider/hosts/managed-resource";
import { openProperties } from "../../../provider/core/secrets";
import { openStored } from "./things";
import { readPrivate } from "../../../provider/core/hidden-properties";
import { HostSettings } from "../../../provider/hosts/settings";
import type { JsonObject } from "../../../provider/values/json";
import { originGroup } from "../../../provider/resources/origin-group/handler";
import { json, never, serve } from "../api/server";
import { silentDisplay } from "../core/jobs";

const args = { name: "assets", useNext: true, proxyNextUpstream: ["error"], sources: [{ source: "a.example.com" }] };
const state: JsonObject = { ...args, originGroupId: 42, authType: "none", adopted: false, hasRelatedResources: false };
const stored = openStored({ outputs: state }, originGroup.traits);
const open = (properties: JsonObject) => openProperties(properties, originGroup.traits);
const answered = { id: 42, name: "assets", use_next: true, sources: [{ source: "a.example.com" }] };
const slowDown = json(429, { message: "slow down" }, { "retry-after": "11" });

/** Long enough for a busy machine to send a request in it; all operations run side by side. */
const seconds = 5;
const given = "the 5 seconds that customTimeouts give the operation";
const cut = new RegExp(`no complete answer from http://127\\.0\\.0\\.1:\\d+ within ${given}`);

/** Origin groups of a platform, each operation with its own timeout. */
function groupsAt(url: string, { requestTimeoutSeconds = 30, maxRetries = 20 } = {}) {
  const config: Record<string, string> = {
    "edgecloud:apiKey": "key-1234",
    "edgecloud:baseUrl": url,
    "edgecloud:requestTimeoutSeconds": String(requestTimeoutSeconds),
    "edgecloud:maxRetries": String(maxRetries),
  };
  const settings = new HostSettings();
  settings.configure((key) => config[key]);
  const service = new ManagedResource(originGroup, settings, true);
  const within = (timeoutSeconds?: number) => ({ notify: () => undefined, waits: silentDisplay(), timeoutSeconds });
  return {
    create: (time?: number) => service.create(open(args), within(time)),
    update: (time?: number, id = "42") => service.update(id, stored, open({ ...args, useNext: false }), within(time)),
    read: (time?: number) => service.read("42", stored, { isNew: false, declared: state }, within(time)),
    delete: (time?: number) => service.delete("42", stored, within(time)),
  };
}

async function failureOf(operation: Promise<unknown>): Promise<OperationError> {
  const error: unknown = await operation.then(
    () => new Error("the operation succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OperationError)) {
    throw error;
  }
  return error;
}

/** An operation on a platform that never answers. */
async function unanswered(verb: "create" | "update" | "read" | "delete") {
  const { url, received } = await serve(never);
  const { message, partial } = await failureOf(groupsAt(url)[verb](seconds));
  return { message, partial, methods: received.map(({ method }) => method) };
}

/** Two creates in sequence on a platform that asks to slow down, and then a read without a timeout. */
async function slowedDown() {
  const { url, received } = await serve(({ method }, response) =>
    method === "POST" ? slowDown(response) : json(200, answered)(response),
  );
  const groups = groupsAt(url);
  const failures = [await failureOf(groups.create(seconds)), await failureOf(groups.create(seconds))];
  await groups.read();
  return { messages: failures.map(({ message }) => message), methods: received.map(({ method }) => method) };
}

/** Two updates over one connection: one has no timeout, and is answered after the other has failed. */
async function sideBySide() {
  let answer = () => undefined as unknown;
  const { url } = await serve((request, response) => {
    if (request.url?.endsWith("/43")) {
      answer = () => json(200, { ...answered, id: 43, use_next: false })(response);
    }
  });
  const groups = groupsAt(url);
  const other = groups.update(undefined, "43");
  const { message } = await failureOf(groups.update(seconds));
  answer();
  return { message, other: await other };
}

async function ownLimit() {
  const { url } = await serve(({ method }, response) => (method === "PUT" ? undefined : json(200, answered)(response)));
  return failureOf(groupsAt(url, { requestTimeoutSeconds: seconds, maxRetries: 0 }).update(3600));
}

async function everything() {
  const verbs = Promise.all([unanswered("create"), unanswered("update"), unanswered("read"), unanswered("delete")]);
  const others = Promise.all([slowedDown(), ownLimit(), sideBySide()]);
  const [[creation, update, read, removal], [slowed, limited, beside]] = [await verbs, await others];
  return { creation, update, read, removal, slowed, limited, beside };
}

let came: Awaited<ReturnType<typeof everything>>;

beforeAll(async () => {
  came = await everything();
});

describe("the timeout that customTimeouts give an operation", () => {
  it("makes the outcome of a create without an answer unknown", () => {
    const { message, partial, methods } = came.creation;
    expect(message).toMatch(cut);
    expect(message).toContain("; it is not known whether the group was created. Run `pulumi up` again");
    expect(message).not.toMatch(/requestTimeoutSeconds|could not be created|timed out after/);
    expect(partial).toBeUndefined();
    expect(methods).toEqual(["POST"]);
  });

  it("leaves an update without an answer marked in the state, and does not resend it", () => {
    const { message, partial, methods } = came.update;
    expect(message).toMatch(cut);
    expect(message).toContain("; it is not known whether the group was changed. It stays in the state");
    expect(message).not.toContain("reading it failed");
    expect(partial?.state).toMatchObject({ useNext: true });
    expect(readPrivate(partial?.state ?? {})).toMatchObject({ operation: { kind: "update", unconfirmed: true } });
    expect(methods).toEqual(["PUT"]);
  });

  it("ends a read and a delete", () => {
    expect(came.read.message).toMatch(cut);
    expect(came.removal.message).toMatch(cut);
    expect(came.removal.methods).toEqual(["DELETE"]);
  });

  it("limits the wait after the platform asks to slow down, and a refusal has a known outcome", () => {
    const { messages, methods } = came.slowed;
    expect(messages).toEqual([
      `creating origin group "assets": slow down (429). There was no time to try again within ${given}`,
      `creating origin group "assets": the request could not be sent within ${given}`,
    ]);
    expect(methods).toEqual(["POST", "GET"]);
  });

  it("does not extend the limit of a single request", () => {
    expect(came.limited.message).toContain(
      "within 5 seconds (edgecloud:requestTimeoutSeconds); it is not known whether",
    );
  });

  it("does not apply to another operation over the same connection", () => {
    expect(came.beside.message).toMatch(cut);
    expect(came.beside.other).toMatchObject({ originGroupId: 43, useNext: false });
  });
});
