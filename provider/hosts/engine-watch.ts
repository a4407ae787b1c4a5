import { connect, type TcpNetConnectOpts } from "node:net";
import { waitForCalls, guardChanges, sleepUnlessStopped, stopWork } from "../api/transport/stop";
import { findEngineAddress, parseAddress } from "./engine-address";

/** How soon an engine that was killed is noticed, and how long calls in progress then may still take. */
const limits = { lookEveryMs: 1_000, lookAgainMs: 500, refusals: 3, lastCallsMs: 5_000 } as const;

/** What is known of an engine besides its address, and what is done once it is gone. */
export interface WatchOptions {
  /** Whether the engine has already called this process; otherwise a connection must succeed first. */
  hasCalled?: boolean;
  /** @default ends this process */
  onGone?: () => void;
}

/** The result of connecting to the engine. Most errors, such as too many open files, say nothing about it. */
type Sight = "there" | "refused" | "unclear";

/**
 * Calls `onGone` once nothing listens at the engine's address any more; an engine that ends by itself ends its hosts.
 * While it may be gone, no change is sent. Repeated refusals prove it: even if an engine is stopped, swapped out or
 * busy, its kernel accepts connections. Resolves after the first look.
 */
export async function watchEngine(address = findEngineAddress(), options: WatchOptions = {}): Promise<void> {
  const place = parseAddress(address);
  if (!place) {
    return;
  }
  const watch = new EngineWatch(place, options);
  guardChanges(() => watch.waitUntilClear());
  await watch.lookRepeatedly();
}

class EngineWatch {
  private readonly onGone: () => void;
  private wasThere: boolean;
  private refusals = 0;
  private looking?: Promise<Sight>;

  constructor(
    private readonly place: TcpNetConnectOpts,
    { hasCalled = false, onGone = endHost }: WatchOptions,
  ) {
    this.wasThere = hasCalled;
    this.onGone = onGone;
  }

  /** Resolves after the first look. */
  async lookRepeatedly(): Promise<void> {
    const sight = await this.look();
    if (sight !== "unclear") {
      this.refusals = sight === "there" ? 0 : this.refusals + 1;
    }
    if (this.wasThere && this.refusals >= limits.refusals) {
      return this.onGone();
    }
    const pauseMs = this.refusals > 0 ? limits.lookAgainMs : limits.lookEveryMs;
    setTimeout(() => void this.lookRepeatedly(), pauseMs).unref();
  }

  /** Resolves as soon as nothing says that the engine is gone. If it is, the work of this process ends meanwhile. */
  async waitUntilClear(): Promise<void> {
    while ((await this.look()) === "refused" && this.wasThere) {
      await sleepUnlessStopped(limits.lookAgainMs);
    }
  }

  /** Concurrent callers share one connection. */
  private async look(): Promise<Sight> {
    this.looking ??= lookAt(this.place).finally(() => (this.looking = undefined));
    const sight = await this.looking;
    this.wasThere ||= sight === "there";
    return sight;
  }
}

function lookAt(place: TcpNetConnectOpts): Promise<Sight> {
  return new Promise((resolve) => {
    let sight: Sight = "unclear";
    const socket = connect(place).unref();
    socket.once("connect", () => {
      sight = "there";
      socket.destroy();
    });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      sight = code === "ECONNREFUSED" ? "refused" : "unclear";
    });
    socket.once("close", () => resolve(sight));
  });
}

/** Nobody is left to receive the result of an operation, or to end this process. */
function endHost(): void {
  stopWork("the Pulumi engine that this process works for is gone, so nothing more is sent");
  setTimeout(exit, limits.lastCallsMs);
  void waitForCalls().then(exit);
}

function exit(): never {
  process.exit(1);
}
