import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { freePort } from "../../documents/free-port";

/** A server that listens as the engine does. */
export class Listener {
  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Listener> {
    const server = createServer((socket) => socket.resume());
    const port = Number(await freePort());
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return new Listener(server, port);
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
