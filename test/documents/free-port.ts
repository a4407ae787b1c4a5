import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port that nothing listens on, to put in the place of the one that a page names. It is below those that an operating
 * system hands out by itself: another process that asks for any port cannot get it before the test uses it.
 */
export async function freePort(): Promise<string> {
  const port = randomInt(10_000, 30_000);
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
      return freePort();
    }
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
