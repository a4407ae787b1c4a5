import { PermissionError, RateLimitedError, TimeoutError } from "../../../provider/api/failures/errors";
import { maxLostAnswers, refusalSeconds } from "../../../provider/core/reconcile";
import type { Waits } from "../../../provider/core/handler";
import { busy, create, done, forbidden, Kept, lost, refused, run, send, sendOnce, untilThere, wait } from "./jobs";
import { working, type Next, type Past, type Seen } from "./jobs";
import { type UnfinishedOperation } from "../../../provider/core/job";

const slower = new RateLimitedError({ message: "slower", status: 429 });

describe("a failed observation", () => {
  it.each([busy, slower])("is part of the wait if it is transient while tasks run: %s", async (fault) => {
    const { end, events } = await run({ operation: working, looks: [fault, fault, "there"], plan: untilThere });
    expect(end).toMatchObject({ observed: "there" });
    expect(events).toEqual(["look", "look", "look"]);
  });

  it("is named in the timeout error if it is transient until the deadline", async () => {
    const { end, now } = await run({ operation: working, looks: [busy], plan: untilThere });
    expect((end as Kept).error).toBeInstanceOf(TimeoutError);
    expect((end as Kept).error.message).toBe("function resize cannot be read: busy (503); timed out after 60 seconds");
    expect(now()).toBe(60_000);
  });

  it.each<[string, UnfinishedOperation | undefined, Error]>([
    ["with a final error", working, forbidden],
    ["with a transient error while no operation is in progress", undefined, busy],
    ["with a transient error after a change without tasks", { kind: "update", tasks: [] }, busy],
    ["with a transient error after a change with an unknown outcome", { kind: "create", unconfirmed: true }, busy],
  ])("ends the operation: %s", async (_, operation, fault) => {
    const { end, events } = await run({ operation, looks: [fault], plan: untilThere });
    expect(operation ? (end as Kept).error : end).toBe(fault);
    expect(events).toEqual(["look"]);
  });

  it("leaves a refusal that it should explain as the error", async () => {
    const { end } = await run({
      first: create,
      answers: [refused],
      mayPass: () => true,
      looks: [busy],
      plan: untilThere,
    });
    expect(end).toBe(refused);
  });

  it("is reported together with a lost answer before it", async () => {
    const plan = sendOnce(send("update", { isRepeated: true }));
    const { end } = await run({ looks: ["old", busy], answers: [lost], plan });
    expect((end as Kept).error).toMatchObject({ name: "OutcomeUnknownError" });
    expect((end as Kept).error.message).toBe("no answer; reading it also failed: busy (503)");
  });
});

describe("a lost answer", () => {
  it("is followed by a pause and an observation, which decides", async () => {
    const plan = (seen: Seen) => (seen === "there" ? done : send("create"));
    const { end, events, slept } = await run({ first: create, answers: [lost], looks: ["there"], plan });
    expect(end).toMatchObject({ progress: { lostAnswers: 1, operation: { kind: "create", unconfirmed: true } } });
    expect((end as { progress: Past }).progress.accepted).toBeUndefined();
    expect([events, slept]).toEqual([["create", "look"], [750]]);
  });

  it.each([
    ["create", "may or may not have been created: no answer"],
    ["update", "may or may not have been changed: no answer"],
    ["delete", "may or may not have been deleted: no answer"],
  ] as const)("is shown as long as nothing else is known: %s", async (kind, text) => {
    const shown: string[] = [];
    const wait = { begin: () => undefined, show: (state: string) => shown.push(state) };
    const waits: Waits = { all: new Set(), track: (_, __, work) => work(wait) };
    await run({ answers: [lost, {}], plan: sendOnce(send(kind)), waits });
    expect(shown).toEqual([text]);
  });

  it("no longer leaves the operation unconfirmed once the platform has accepted the change", async () => {
    const plan = sendOnce(send("create"));
    const { end } = await run({ first: create, answers: [lost, { tasks: ["t-1"] }], looks: ["absent"], plan });
    expect(end).toMatchObject({ progress: { lostAnswers: 1 } });
    expect((end as { progress: Past }).progress.operation).toEqual({ kind: "create", tasks: ["t-1"] });
  });

  it(`is tolerated ${maxLostAnswers} times, whatever the plan, before the operation is saved`, async () => {
    const plan = () => send("create", { busy: true });
    const { end, sent } = await run({ first: create, answers: [lost], plan, timeoutSeconds: 6_000 });
    expect(end).toBeInstanceOf(Kept);
    const past = { lostAnswers: 3, operation: { kind: "create", unconfirmed: true } };
    expect(end).toMatchObject({ error: lost, past });
    expect(sent).toHaveLength(maxLostAnswers + 1);
  });

  it("counts across refusals in between", async () => {
    const answers = [lost, refused, lost, refused, lost];
    const { end, sent } = await run({ first: create, answers, mayPass: () => true, plan: () => send("create") });
    expect(end).toMatchObject({ error: lost });
    expect(sent).toHaveLength(5);
  });

  it("leads to an immediate observation, and no further request, if the client has repeated it", async () => {
    const plan = sendOnce(send("update", { isRepeated: true }));
    const { end, events, slept } = await run({ answers: [lost], plan });
    expect((end as Kept).error).toBe(lost);
    expect([events, slept]).toEqual([["look", "update", "look"], []]);
  });

  it("does not matter if the client has repeated it and the change is there", async () => {
    const plan = (seen: Seen) => (seen === "new" ? done : send("update", { isRepeated: true }));
    const { end } = await run({ looks: ["old", "new"], answers: [lost], plan });
    expect(end).toMatchObject({ observed: "new" });
  });

  const doubtful = new PermissionError({ message: "no", status: 403, mayHaveActed: true });
  it.each<[string, Error, Parameters<typeof run>[0]]>([
    [
      "a final refusal comes after it",
      forbidden,
      { first: working, answers: [lost, forbidden], plan: () => send("update") },
    ],
    [
      "the client's repeat is refused",
      doubtful,
      { answers: [doubtful], plan: sendOnce(send("update", { isRepeated: true })) },
    ],
  ])("leaves the operation unconfirmed in the state if %s", async (_, error, course) => {
    const { end } = await run(course);
    expect(end).toMatchObject({ error, past: { operation: { kind: "update", unconfirmed: true } } });
  });
});

describe("a refusal", () => {
  it("ends the operation at once if it is final, and saves no state", async () => {
    const { end, events } = await run({ answers: [forbidden], plan: sendOnce(send("update")) });
    expect(end).toBe(forbidden);
    expect(events).toEqual(["look", "update"]);
  });

  it.each([
    ["create", "before the pause", 0],
    ["update", "after the pause", 750],
  ] as const)("of the change %s is followed by an observation %s", async (kind, _, lookedAt) => {
    const ran = await run({ answers: [refused, {}], mayPass: () => true, plan: sendOnce(send(kind)) });
    expect(ran.events.slice(0, 3)).toEqual(["look", kind, "look"]);
    expect(ran.lookedAt[1]).toBe(lookedAt);
    expect(ran.end).toMatchObject({ progress: { lostAnswers: 0 } });
  });

  it.each(["create", "update", "delete"] as const)(
    `ends the operation after ${refusalSeconds} seconds without a visible reason: %s`,
    async (kind) => {
      const course = { answers: [refused], mayPass: () => true, plan: () => send(kind), timeoutSeconds: 2_400 };
      const { end, now } = await run(course);
      expect(end).toBe(refused);
      expect(now()).toBeGreaterThanOrEqual(refusalSeconds * 1000);
      expect(now()).toBeLessThan(refusalSeconds * 1000 * 1.15);
    },
  );

  it.each([
    ["create", "could not be created"],
    ["update", "cannot be changed at the moment"],
    ["delete", "cannot be deleted at the moment"],
  ] as const)("is retried until the deadline if the platform's work explains it: %s", async (kind, text) => {
    const plan = () => send(kind, { busy: true });
    const { end, now } = await run({ answers: [refused], mayPass: () => true, plan, timeoutSeconds: 600 });
    expect(end).toBeInstanceOf(TimeoutError);
    expect((end as Error).message).toBe(`function resize ${text}: in use (409); timed out after 600 seconds`);
    expect(now()).toBe(600_000);
  });

  it.each<[string, (seen: Seen) => Next]>([
    ["the work that explained it has ended", (seen) => send("update", { busy: seen === "at work" })],
    ["a wait for its reason", (seen) => (seen === "at work" ? wait() : send("update"))],
  ])("has its full time again after %s", async (_, plan) => {
    const looks = (__: number, now: number) => (now > 1_000 && now < 200_000 ? "at work" : "at rest");
    const { end, now } = await run({ looks, answers: [refused], mayPass: () => true, plan, timeoutSeconds: 2_400 });
    expect(end).toBe(refused);
    expect(now()).toBeGreaterThan(250_000);
    expect(now()).toBeLessThan(300_000);
  });

  it("does not matter if it passes", async () => {
    const answers = [refused, refused, refused, { tasks: ["t-1"] }];
    const { end, sent } = await run({ answers, mayPass: () => true, plan: sendOnce(send("delete")) });
    expect(end).toMatchObject({ progress: { operation: { kind: "delete", tasks: ["t-1"] } } });
    expect(sent).toHaveLength(4);
  });

  it("has its full time again after an accepted change", async () => {
    const answers = [...Array.from({ length: 10 }, () => refused), {}, refused];
    const { end, lookedAt, now } = await run({ answers, mayPass: () => true, plan: () => send("update") });
    expect(end).toMatchObject({ error: refused });
    expect(now()).toBeGreaterThanOrEqual((lookedAt[10] ?? 0) + refusalSeconds * 1000);
  });
});
