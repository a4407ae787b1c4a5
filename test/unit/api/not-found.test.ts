import type { FaultInput } from "edgecloud-emulator";
import { connect } from "../../../provider/api/connection";
import { NotFoundError, OutcomeUnknownError, UnavailableError } from "../../../provider/api/failures/errors";
import { loadConfig } from "../../../provider/config/config";
import { emulator, isList, kinds, numbers, passSeconds, requests } from "./listed-kinds";
import { apiKey, failure, json, serveInTurn } from "./server";

/** What gateways answer while the platform is away; some of it is what the platform itself answers. */
const bodies: unknown[] = [
  { message: "Not Found" },
  { message: "no Route matched with those values" },
  { detail: "Not Found" },
  { exception_class: "NotFoundError", message: "Function is not found.", request_id: "7f3a" },
  "<html><head><title>404 Not Found</title></head></html>",
  "default backend - 404",
  {},
];

const answer = (status: number, body?: unknown) => ({ answer: { status, body } });
const gateway = { times: 1000, ...answer(404, { message: "Not Found" }) };
const check = "Check edgecloud:baseUrl and any proxy or gateway in between";

describe.each(Object.entries(kinds))("a 404 for one of the %s", (plural, { list, path, seed, connect: connectTo }) => {
  const calls = (["get", "read", "change", "remove"] as const).slice(0, plural === "snapshots" ? 3 : 4);
  const name = plural === "groups" ? "origin groups" : plural;
  const ofList = { method: "GET", path: list, query: { limit: "1000" }, times: 1000 } as const;

  it("is not believed as long as the list has it", async () => {
    emulator.seed(seed(3));
    const cases = [...bodies.map((body) => ["get", body] as const), ...calls.map((call) => [call, bodies[0]] as const)];
    for (const [call, body] of cases) {
      // What only reads is asked once more.
      emulator.addFault({ path: path(2), times: call === "get" || call === "read" ? 2 : 1, ...answer(404, body) });
      const error = await failure(connectTo()[call]!(2));
      expect(error).toBeInstanceOf(UnavailableError);
      // Without a status: a program that checks for 404 would take the object for gone.
      expect(error).toMatchObject({ status: undefined });
      expect(error.message).toMatch(/\(404(, request 7f3a)?\), but the list of /);
      expect(error.message).toMatch(`but the list of ${name} has it. ${check}`);
    }
  });

  it("has the object asked for once more if the list has it, but no change sent again", async () => {
    emulator.seed(seed(3));
    const found = await connectTo().get(2);
    for (const call of calls) {
      const isRead = call === "get" || call === "read";
      emulator.addFault({ path: path(2), ...answer(404, bodies[0]) });
      requests();
      const result = await connectTo()[call]!(2).catch((error: Error) => error.name);
      expect(result).toEqual(isRead ? found : "UnavailableError");
      expect(requests().filter((text) => !isList(text))).toHaveLength(isRead ? 2 : 1);
    }
  });

  it.each<[string, Partial<FaultInput>, RegExp]>([
    ["is a 404, too", gateway, /could not be read \(404\), so the object may still exist/],
    ["is refused", answer(403, { message: "No lists." }), /could not be read \(No lists\. \(403\)/],
    ["fails", answer(500), /could not be read \(/],
    ["has another form", answer(200, { items: [] }), /could not be read \(the answer from .* cannot be understood/],
    ["is a page", answer(200, "<html></html>"), /could not be read \(/],
    ["has other entries", answer(200, [{ other: 1 }]), /could not be read \(/],
    ["has fewer entries than it says", answer(200, { count: 3, results: [] }), /is not whole, so the object may/],
    ["goes on", answer(200, { count: 0, results: [], next: "/more" }), /is not whole, so the object may/],
  ])("is not believed if the list %s", async (_, effect, reason) => {
    emulator.seed(seed(1));
    emulator.addFault({ path: path(9), ...gateway });
    emulator.addFault({ ...ofList, ...effect });
    const error = await failure(connectTo().get(9));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toMatch(reason);
  });

  it("is believed if the list does not have it", async () => {
    emulator.seed(seed(2));
    for (const call of calls) {
      expect(await failure(connectTo()[call]!(9))).toBeInstanceOf(NotFoundError);
      expect(requests().filter(isList)).toHaveLength(1);
    }
  });

  it("costs one list for many, and a new one once something has changed or time has passed", async () => {
    emulator.seed(seed(2));
    const { get, read, change } = connectTo();
    const missing = numbers(12, 50);
    await Promise.all(missing.map((id) => failure(get(id))));
    expect(requests().filter(isList)).toHaveLength(1);
    await Promise.all(missing.map((id) => failure(read(id))));
    expect(requests().filter(isList).length).toBeLessThanOrEqual(1);
    await failure(get(50));
    expect(requests().filter(isList)).toEqual([]);
    await failure(change(50));
    expect(requests().filter(isList)).toHaveLength(1);
    passSeconds(6);
    await failure(get(50));
    expect(requests().filter(isList)).toHaveLength(1);
  });

  it("costs fewer lists than 404s if a gateway answers", async () => {
    emulator.seed(seed(12));
    emulator.addFault({ path: `${list}/*`, ...gateway });
    const { get } = connectTo();
    const errors = await Promise.all(numbers(12).map((id) => failure(get(id))));
    expect(errors.every((error) => error instanceof UnavailableError)).toBe(true);
    expect(requests().filter(isList).length).toBeLessThan(12);
  });
});

describe("after a lost answer", () => {
  const path = "/cdn/origin_groups/1";

  it("a 404 of a delete that the list confirms is a success", async () => {
    emulator.seed(kinds.groups!.seed(1));
    emulator.addFault({ method: "DELETE", path, reset: "after" });
    expect(await failure(kinds.groups!.connect({ maxRetries: 1 }).remove!(1))).toBeInstanceOf(NotFoundError);
  });

  it("a 404 that the list contradicts leaves the outcome open", async () => {
    emulator.seed(kinds.groups!.seed(1));
    emulator.addFault({ method: "PUT", path, reset: "before" });
    emulator.addFault({ method: "PUT", path, ...gateway });
    const error = await failure(kinds.groups!.connect({ maxRetries: 1 }).change(1));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toMatch(check);
  });
});

const connectionTo = (baseUrl: string, more: Record<string, string> = {}) => {
  const settings: Record<string, string> = { apiKey, baseUrl, maxRetries: "0", ...more };
  return connect(loadConfig((key) => settings[key.replace("edgecloud:", "")], {}));
};

describe("a 404 that no list can confirm", () => {
  type Calls = ReturnType<typeof connectionTo>;
  const ref = { projectId: 1, regionId: 2, namespace: "n", name: "f" };
  const calls: [string, (to: Calls) => Promise<unknown>][] = [
    ["originGroups.create", ({ originGroups }) => originGroups.create({ name: "a" })],
    ["originGroups.findByName", ({ originGroups }) => originGroups.findByName("a")],
    ["queryAnalytics", ({ lookups }) => lookups.queryAnalytics({ query: "{ a }" })],
    ["functions.create", ({ functions }) => functions.create(ref, {})],
    ["getImage", ({ lookups }) => lookups.getImage(ref, "i", {})],
    ["listImages", ({ lookups }) => lookups.listImages(ref, {})],
    ["getLiveStream", ({ lookups }) => lookups.getLiveStream(7)],
    ["getTranscodingDuration", ({ lookups }) => lookups.getTranscodingDuration({ from: "", to: "" })],
  ];

  it.each(calls)("is no NotFoundError: %s", async (_, call) => {
    const { url } = await serveInTurn(json(404, bodies[0]));
    expect(await failure(call(connectionTo(url)))).toMatchObject({ name: "NotFoundAnswerError", status: 404 });
  });
});

it("an HTML page is not accepted as the answer to a delete", async () => {
  const { url } = await serveInTurn(json(200, "<html>please log in</html>"));
  expect(await failure(connectionTo(url).originGroups.delete("7"))).toMatchObject({ name: "OutcomeUnknownError" });
});

it.each([
  ["an empty body", ""],
  ["an object", {}],
])("%s is accepted as the answer to a delete", async (_, body) => {
  const { url } = await serveInTurn(json(200, body));
  await connectionTo(url).originGroups.delete("7");
});
