import { connect, type NetConnectOpts } from "node:net";
import { callsEnded, stopWork } from "../../api/stop";

/** How soon an engine that was killed is noticed, and how long calls in progress then may still take. */
const limits = { lookEveryMs: 1_000, refusals: 3, lastCallsMs: 5_000 } as const;

/**
 * Calls `onGone` once nothing listens at the engine's address any more, which is the host's first argument; an engine
 * that ends by itself ends its hosts. That a connection is refused several times in a row cannot happen to an engine that
 * is stopped, swapped out or busy: its kernel still takes connections.
 */
export function watchEngine(address = process.argv[2], onGone: () => void = endHost): void {
  const engine = placeOf(address);
  if (!engine) {
    return;
  }
  let wasThere = false;
  let refusals = 0;
  const look = () => {
    const socket = connect(engine).unref();
    socket.once("connect", () => {
      wasThere = true;
      refusals = 0;
      socket.destroy();
    });
    // Any other error, such as too many open files, says nothing about the engine.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => (refusals += code === "ECONNREFUSED" ? 1 : 0));
    socket.once("close", () => {
      if (wasThere && refusals >= limits.refusals) {
        return onGone();
      }
      setTimeout(look, limits.lookEveryMs).unref();
    });
  };
  look();
}

function placeOf(address: string | undefined): NetConnectOpts | undefined {
  const [, host, port] = /^([\w.-]+):(\d+)$/.exec(address ?? "") ?? [];
  return host && Number(port) < 65_536 ? { host, port: Number(port) } : undefined;
}

/** Nobody is left to receive the result of an operation, or to end this process. */
function endHost(): void {
  stopWork("the Pulumi engine that this process works for is gone, so nothing more is sent");
  setTimeout(exit, limits.lastCallsMs);
  void callsEnded().then(exit);
}

function exit(): never {
  process.exit(1);
}
