import { gateLimits } from "../../../provider/api/transport/gate";
import { callsInFlight, stopWork, systemClock } from "../../../provider/api/transport/stop";
import { call, clientOf, failure, json, serve, serveInTurn, silent } from "./server";

const reason = "nobody listens any more";
const stopped = { name: "ApiError", message: reason };

// A stop cannot be undone, so one test covers everything.
test("stopped work sends, retries and waits no more", async () => {
  const busy = await serveInTurn(json(503, {}, { "retry-after": "0" }));
  const repeated = failure(call(clientOf(busy.url, { maxRetries: 1_000 }), "DELETE"));
  const slept = failure(systemClock.sleep(3_600_000));
  // What listens here does not speak TLS, so the request is held back.
  let isConnected = () => {};
  const connected = new Promise<void>((resolve) => (isConnected = resolve));
  const { url } = await silent(isConnected);
  const unsent = failure(call(clientOf(url.replace("http", "https"), { requestTimeoutSeconds: 3_600 }), "PUT"));
  await connected;
  // As many calls are in flight as may be, and none is answered yet, so one more waits for its turn.
  const answers: (() => void)[] = [];
  let isFull = () => {};
  const full = new Promise<void>((resolve) => (isFull = resolve));
  const held = await serve((_, response) => {
    answers.push(() => json(200, { id: 7 })(response));
    return answers.length === gateLimits.firstWindow && isFull();
  });
  const crowded = clientOf(held.url);
  const sent = Array.from({ length: gateLimits.firstWindow }, () => call(crowded, "GET"));
  const queued = failure(call(crowded, "GET"));
  await full;
  const slow = await serve((_, response) => {
    stopWork(reason);
    json(200, { id: 7 })(response);
  });

  // The answer to a request that was sent before the stop is still awaited.
  const answered = call(clientOf(slow.url), "PUT");
  expect(await answered).toEqual({ id: 7 });
  expect(await queued).toMatchObject(stopped);
  answers.forEach((answer) => answer());
  expect(await Promise.all(sent)).toHaveLength(gateLimits.firstWindow);
  await Promise.allSettled(callsInFlight);
  const before = busy.received.length;
  expect(await Promise.all([slept, unsent])).toMatchObject([stopped, stopped]);
  // The platform may have carried out the attempts that it answered with 503.
  expect(await repeated).toMatchObject({ name: "OutcomeUnknownError", message: reason });

  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    expect(await failure(call(clientOf(busy.url), method))).toMatchObject(stopped);
  }
  expect(await failure(systemClock.sleep(0))).toMatchObject(stopped);
  expect(busy.received).toHaveLength(before);
});
