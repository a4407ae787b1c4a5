import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { watchEngine } from "../../../provider/hosts/dynamic/engine-watch";

/** A server that listens as the engine does. */
class Listener {
  private constructor(
    private server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Listener> {
    const server = createServer((socket) => socket.resume());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Listener(server, (server.address() as AddressInfo).port);
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  async startAgain(): Promise<void> {
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
  }
}

// Sockets are real; only the time between two checks is simulated.
beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask"] }));
afterEach(() => jest.useRealTimers());

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(setImmediate);
  }
}

/** A watch that pauses after each check until the test starts the next one. */
async function watching(address: string) {
  const onGone = jest.fn();
  watchEngine(address, onGone);
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

test.each([undefined, "", "test/unit", "--verbose", "http://127.0.0.1:1", "127.0.0.1", "127.0.0.1:65536"])(
  "no engine at %p: nothing is checked",
  (address) => {
    watchEngine(address, () => undefined);
    expect(jest.getTimerCount()).toBe(0);
  },
);
