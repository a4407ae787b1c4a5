import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { EmulatorOptions } from "edgecloud-emulator";
import type { Answer, Call, Handlers } from "./platform-process";

/** The emulator in a process of its own (`platform-process.ts`), so that its work does not slow down the program. */
export class Platform {
  url = "";
  private lastNumber = 0;

  private constructor(private readonly child: ChildProcess) {
    // Each call that is not answered yet has a listener.
    child.setMaxListeners(0);
  }

  static async start(options: EmulatorOptions): Promise<Platform> {
    const platform = new Platform(fork(path.join(__dirname, "platform-process.js"), { execArgv: [] }));
    try {
      platform.url = await platform.call("start", options);
      return platform;
    } catch (error) {
      await platform.close();
      throw error;
    }
  }

  /** Calls a handler in the process of the emulator. */
  call<Method extends keyof Handlers>(
    method: Method,
    ...[argument]: Parameters<Handlers[Method]>
  ): Promise<Awaited<ReturnType<Handlers[Method]>>> {
    const number = ++this.lastNumber;
    return new Promise((resolve, reject) => {
      const end = () => this.child.off("message", onMessage).off("exit", onExit);
      const onExit = () => reject(new Error("the emulator has ended"));
      const onMessage = (answer: Answer) => {
        if (answer.number !== number) {
          return;
        }
        end();
        if ("error" in answer) {
          reject(new Error(answer.error));
        } else {
          resolve(answer.result as Awaited<ReturnType<Handlers[Method]>>);
        }
      };
      this.child.on("message", onMessage).on("exit", onExit);
      this.child.send({ number, method, argument } satisfies Call);
    });
  }

  async close(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}
