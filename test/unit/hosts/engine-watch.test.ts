import { watchEngine, type WatchOptions } from "../../../provider/hosts/engine-watch";
import { Listener } from "./listener";
import { findEngineAddress } from "../../../provider/hosts/engine-log";

// Sockets are real; only the time between two checks is simulated.
beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask"] }));
afterEach(() => jest.useRealTimers());

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(setImmediate);
  }
}

/** A watch that pauses after each check until the test starts the next one. */
async function watching(address: string, options: WatchOptions = {}) {
  const onGone = jest.fn();
  void watchEngine(address, { onGone, ...options });
  const hasLooked = () => until(() => jest.getTimerCount() > 0 || onGone.mock.calls.length > 0);
  await hasLooked();
  const look = async (times = 1) => {
    for (let look = 0; look < times; look++) {
      jest.runOnlyPendingTimers();
      await hasLooked();
    }
  };
  return { look, onGone };
}

test("an engine is gone if nothing listens in three checks in a row", async () => {
  const engine = await Listener.start();
  const { look, onGone } = await watching(engine.address);
  await look(3);
  await engine.stop();
  await look(2);
  expect(onGone).not.toHaveBeenCalled();
  await look();
  expect(onGone).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
});

test("an engine that listens again in time is not reported as gone", async () => {
  const engine = await Listener.start();
  const { look, onGone } = await watching(engine.address);
  for (let hiccup = 0; hiccup < 3; hiccup++) {
    await engine.stop();
    await look(2);
    await engine.startAgain();
    await look();
  }
  expect(onGone).not.toHaveBeenCalled();
  await engine.stop();
});

test("an address where nothing ever listened is not reported as gone", async () => {
  const engine = await Listener.start();
  await engine.stop();
  const { look, onGone } = await watching(engine.address);
  await look(10);
  expect(onGone).not.toHaveBeenCalled();
});

test("an engine that called before the first check is reported as gone", async () => {
  const engine = await Listener.start();
  await engine.stop();
  const { look, onGone } = await watching(engine.address, { hasCalled: true });
  await look(2);
  expect(onGone).toHaveBeenCalledTimes(1);
});

test.each([undefined, "", "test/unit", "--verbose", "http://127.0.0.1:1", "127.0.0.1", "127.0.0.1:65536"])(
  "no engine at %p: nothing is checked",
  (address) => {
    void watchEngine(address, { onGone: () => undefined });
    expect(jest.getTimerCount()).toBe(0);
  },
);

test.each([
  [[], undefined],
  [["127.0.0.1:4711"], "127.0.0.1:4711"],
  [["--logtostderr", "-v=9", "--tracing", "http://127.0.0.1:1", "127.0.0.1:4711"], "127.0.0.1:4711"],
  [["--logtostderr", "-v=9"], undefined],
  [["127.0.0.1:4711", "test/unit"], undefined],
])("started with %j: the engine is at %p", (args, address) => {
  expect(findEngineAddress(args)).toBe(address);
});
