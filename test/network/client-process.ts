import { fork } from "node:child_process";
import path from "node:path";
import type { Client, ClientOptions } from "../../provider/api/transport/client";
import { authority } from "./tls-front";

/** A call that a process is to make; those with equal options share a client. */
export interface Call {
  options: ClientOptions;
  request: Pick<Parameters<Client["request"]>[0], "method" | "path" | "body">;
}

/** How a call ended: its value, or the details of its error. */
export type Ending = { value: unknown } | { error: { name: string; message: string; status?: number } };

/** A process of its own that trusts the tests' authority, which Node learns when it starts and no later. */
export interface ClientProcess {
  call: (call: Call) => Promise<unknown>;
  /** What it has printed so far. */
  printed: () => string;
  close: () => Promise<void>;
}

export async function startClientProcess(environment: Record<string, string> = {}): Promise<ClientProcess> {
  const child = fork(path.join(__dirname, "client-process-main.js"), {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority, ...environment },
    execArgv: [],
    silent: true,
  });
  let printed = "";
  [child.stdout, child.stderr].forEach((stream) => stream?.on("data", (part: Buffer) => (printed += part.toString())));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lost = exited.then((): Ending => ({ error: { name: "Error", message: "the process ended" } }));
  const waiting = new Map<number, (ending: Ending) => void>();
  child.on("message", ({ id, ending }: { id: number; ending: Ending }) => waiting.get(id)?.(ending));
  // Its first message reports that it is ready.
  await Promise.race([new Promise((resolve) => child.once("message", resolve)), exited]);
  let calls = 0;
  return {
    call: async (call) => {
      const id = ++calls;
      const answered = new Promise<Ending>((resolve) => waiting.set(id, resolve));
      child.send({ id, ...call });
      const ending = await Promise.race([answered, lost]);
      waiting.delete(id);
      if ("error" in ending) {
        throw Object.assign(new Error(ending.error.message), ending.error);
      }
      return ending.value;
    },
    printed: () => printed,
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}
