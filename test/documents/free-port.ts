import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** A port that nothing listens on, to put in the place of the one that a page names. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return String(port);
}
