import type { FaultInput } from "../../emulator/src/index";
import { call, create, groupsPath, newGroup, refusal, start, startWith, statusesOf, until } from "./client";

/** The code of the network error that a call ends with. */
async function failure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  }
  return "no failure";
}

describe("a fault with an answer", () => {
  it("replaces the real one, including headers, and applies nothing", async () => {
    const emulator = await start();
    const body = { message: "slow down" };
    const answered = { status: 429, body, headers: { "Retry-After": "7" } };
    emulator.addFault({ method: "POST", path: groupsPath, answer: answered });
    const answer = await call(emulator, "POST", groupsPath, newGroup("a"));
    expect(answer).toMatchObject({ status: 429, body });
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(emulator.state().originGroups).toEqual([]);
    expect(await call(emulator, "POST", groupsPath, newGroup("a"))).toMatchObject({ status: 201 });
  });

  const html = { "Content-Type": "text/html" };
  const place = { Location: "https://elsewhere.example.com/" };

  it.each<[what: string, answer: FaultInput["answer"] & object, text: string, headers: Record<string, string>]>([
    ["a page", { status: 502, body: "<html>", headers: html }, "<html>", { "content-type": "text/html" }],
    ["a JSON text", { status: 200, body: '"text"', headers: { "content-type": "application/json" } }, '"text"', {}],
    ["a redirect", { status: 307, headers: place }, "", { location: "https://elsewhere.example.com/" }],
  ])("can be %s", async (_what, answer, text, headers) => {
    const emulator = await startWith({ path: groupsPath, answer });
    const response = await fetch(emulator.url + groupsPath, { redirect: "manual" });
    expect([response.status, await response.text()]).toEqual([answer.status, text]);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
  });
});

describe("an answer that drips", () => {
  const headers = { authorization: "apikey demo-key", "content-type": "application/json" };

  it("comes byte by byte after the change was applied, and continues after its end", async () => {
    const emulator = await startWith({ path: groupsPath, broken: "drip", dripMs: 1 });
    const body = JSON.stringify(newGroup("a"));
    const given = new AbortController();
    const response = await fetch(emulator.url + groupsPath, { method: "POST", headers, body, signal: given.signal });
    expect(emulator.requests()).toMatchObject([{ status: 201 }]);
    let text = "";
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.endsWith("   ")) {
        break;
      }
    }
    given.abort();
    expect(JSON.parse(text)).toMatchObject({ id: emulator.state().originGroups[0]?.id, name: "a" });
  });

  it("begins at once even without a body, and ends when the state is replaced", async () => {
    const emulator = await start();
    const id = await create(emulator, newGroup("a"));
    emulator.addFault({ method: "DELETE", path: "/cdn/*", broken: "drip", dripMs: 600_000 });
    const response = await fetch(`${emulator.url}${groupsPath}/${id}`, { method: "DELETE", headers });
    expect([response.status, emulator.state().originGroups]).toEqual([200, []]);
    emulator.replaceState({});
    expect(await failure(response.text())).toBe("ECONNRESET");
  });
});

it("a fault can make an otherwise correct answer huge", async () => {
  const huge = { path: groupsPath, broken: "huge" } as const;
  const emulator = await startWith({ ...huge, times: 2, hugeBytes: 100_000 }, huge);
  const { body, headers } = await call(emulator, "POST", groupsPath, newGroup("a"));
  expect(body).toMatchObject({ name: "a" });
  expect(headers.get("content-length")).toBe("100000");
  const lengthOf = async () => (await call(emulator, "GET", groupsPath)).headers.get("content-length");
  expect([await lengthOf(), await lengthOf()]).toEqual(["100000", String(33 * 1024 * 1024)]);
});

describe("a fault that waits", () => {
  it("delays the request, or the answer to a change that is applied already", async () => {
    const path = groupsPath;
    const emulator = await startWith({ path, delayMs: 60_000 }, { path, answerDelayMs: 60_000 });
    for (const groups of [0, 1]) {
      const given = new AbortController();
      const failed = failure(call(emulator, "POST", groupsPath, newGroup("a"), { signal: given.signal }));
      await until(() => emulator.requests().length > groups && emulator.state().originGroups.length === groups);
      given.abort();
      expect(await failed).toMatch(/aborted/i);
      expect(emulator.state().originGroups).toHaveLength(groups);
    }
    expect(emulator.requests()).toMatchObject([{ fault: 1 }, { fault: 2 }]);
  });

  it("can have another effect as well", async () => {
    const emulator = await startWith({ path: groupsPath, delayMs: 50, answer: { status: 500 } });
    const started = performance.now();
    expect(await call(emulator, "GET", groupsPath)).toMatchObject({ status: 500 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(45);
  });
});

describe("matching of faults to requests:", () => {
  const answer = { status: 500 };
  const list: [string, string] = ["GET", groupsPath];
  const one: [string, string] = ["GET", `${groupsPath}/1`];

  it.each<[string, FaultInput, [string, string][], number[]]>([
    ["the method", { method: "DELETE", path: groupsPath, answer }, [list], [200]],
    ["the exact path", { path: groupsPath, answer }, [one, list], [404, 500]],
    ["a path with a star", { path: `${groupsPath}/*`, answer }, [list, one], [200, 500]],
    ["once by default", { path: groupsPath, answer }, [list, list], [500, 200]],
    ["times", { path: groupsPath, times: 2, answer }, [list, list, list], [500, 500, 200]],
    ["skip", { path: groupsPath, skip: 1, times: 1, answer }, [list, list, list], [200, 500, 200]],
  ])("%s", async (_what, fault, calls, expected) => {
    const emulator = await startWith(fault);
    expect(await statusesOf(emulator, calls)).toEqual(expected);
  });

  it("several faults that match the same request act one after the other", async () => {
    const first = { path: groupsPath, times: 2, answer: { status: 503 } };
    const emulator = await startWith(first, { path: "/cdn/*", answer: { status: 500 } });
    expect(await statusesOf(emulator, [list, list, list, list])).toEqual([503, 503, 500, 200]);
    expect(emulator.requests().map(({ fault }) => fault)).toEqual([1, 1, 2, null]);
    expect(emulator.faults()).toMatchObject([{ timesLeft: 0 }, { timesLeft: 0 }]);
    emulator.clearFaults();
    expect(emulator.faults()).toEqual([]);
  });

  it("a fault acts before authorization, as a gateway would", async () => {
    const emulator = await startWith({ path: groupsPath, answer: { status: 503 } });
    const key = "wrong";
    expect(await call(emulator, "GET", groupsPath, undefined, { key })).toMatchObject({ status: 503 });
    expect(await call(emulator, "GET", groupsPath, undefined, { key })).toMatchObject({ status: 401 });
  });

  it.each<[unknown, RegExp]>([
    [{ path: "/cdn/*" }, /needs an effect/],
    [{ path: "/cdn/*", reset: "before", broken: "truncated" }, /one of answer, reset and broken/],
    [{ path: "/cdn", reset: "now" }, /reset/],
    [{ path: "/cdn", answer: { status: 500, delay: 1 } }, /answer: .*delay/],
    [{ path: "/cdn", reset: "before", colour: "red" }, /colour/],
    [{ path: "/cdn", reset: "before", dripMs: 5 }, /dripMs: goes with drip only/],
    [{ path: "/cdn", broken: "drip", hugeBytes: 5 }, /hugeBytes: goes with huge only/],
  ])("an invalid fault is refused: %j", async (fault, expected) => {
    const emulator = await start();
    expect(() => emulator.addFault(fault as FaultInput)).toThrow(expected);
    expect(emulator.faults()).toEqual([]);
    const answer = await call(emulator, "POST", "/__emulator/faults", fault);
    expect(answer).toMatchObject(refusal(expected));
  });
});

it.each<[Omit<FaultInput, "path">, names: string[], end: RegExp]>([
  [{ delayMs: 1 }, ["a", "b"], /^no failure$/],
  [{ answerDelayMs: 1 }, ["a", "b"], /^no failure$/],
  [{ answer: { status: 503 } }, ["b"], /^no failure$/],
  [{ answer: { status: 502, applied: true } }, ["a", "b"], /^no failure$/],
  [{ reset: "before" }, ["b"], /^ECONNRESET$/],
  [{ reset: "after" }, ["a", "b"], /^ECONNRESET$/],
  [{ broken: "truncated" }, ["a", "b"], /terminated|other side closed|SOCKET/i],
  [{ broken: "malformed" }, ["a", "b"], /JSON/],
  [{ broken: "drip", dripMs: 1 }, ["a", "b"], /aborted/i],
  [{ broken: "huge", hugeBytes: 100_000 }, ["a", "b"], /^no failure$/],
])("%j applies the change or not, and the emulator goes on", async (fault, names, end) => {
  const emulator = await startWith({ path: groupsPath, ...fault });
  const given = new AbortController();
  const ended = failure(call(emulator, "POST", groupsPath, newGroup("a"), { signal: given.signal }));
  // Such an answer never ends.
  if (fault.broken === "drip") {
    await until(() => emulator.state().originGroups.length > 0);
    given.abort();
  }
  expect(await ended).toMatch(end);
  expect(emulator.requests()).toMatchObject([{ fault: 1, ...(fault.reset && { status: null }) }]);
  await create(emulator, newGroup("b"));
  expect(emulator.state().originGroups.map(({ name }) => name)).toEqual(names);
});
