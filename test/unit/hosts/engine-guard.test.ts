import { beforeChange, stopWork } from "../../../provider/api/transport/stop";
import { watchEngine } from "../../../provider/hosts/engine-watch";
import { call, clientOf, failure, json, serve } from "../api/server";
import { Listener } from "./listener";

// Sockets are real; only the time between two looks is simulated.
beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask"] }));
afterEach(() => jest.useRealTimers());

/** Lets the time pass that the work needs. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const settled = work.finally(() => (isSettled = true));
  settled.catch(() => undefined);
  while (!isSettled) {
    jest.advanceTimersByTime(1_000);
    await new Promise(setImmediate);
  }
  return settled;
}

// The watch of a file cannot be undone, so one test covers everything.
test("a change waits while its engine may be gone, and is never sent once it is", async () => {
  const engine = await Listener.start();
  const platform = await serve((_, response) => json(200, { id: 7 })(response));
  const client = clientOf(platform.url, { requestTimeoutSeconds: 2_000_000 });
  await watchEngine(engine.address, { onGone: () => stopWork("the engine is gone") });
  await Promise.all(beforeChange.map((wait) => wait()));

  await engine.stop();
  const waiting = call(client, "PUT");
  // A request that changes nothing waits for nothing.
  await call(client, "GET");
  expect(platform.received.map(({ method }) => method)).toEqual(["GET"]);
  await engine.startAgain();
  expect(await inTime(waiting)).toEqual({ id: 7 });
  expect(platform.received.map(({ method }) => method)).toEqual(["GET", "PUT"]);

  await engine.stop();
  const changes = (["POST", "PUT", "PATCH", "DELETE"] as const).map((method) => call(client, method));
  for (const change of changes) {
    expect(await inTime(failure(change))).toMatchObject({ message: "the engine is gone" });
  }
  expect(platform.received).toHaveLength(2);
});
