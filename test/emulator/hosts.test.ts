import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import type { Emulator } from "../../emulator/src/index";
import { bucket, groupsPath, start } from "./client";

const seed = { originGroups: [{ name: "a", sources: [bucket("media") as never] }] };

/** A request under a Host header of its own, which `fetch` does not allow. */
async function ask({ url }: Emulator, path: string, host: string, method = "GET") {
  const sent = request(url + path, { method, headers: { host, authorization: "apikey demo-key" } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of answer) {
    text += String(part);
  }
  return { status: answer.statusCode, text };
}

/** The answer to a request whose headers are written to the socket as they are here. */
async function answerTo({ url }: Emulator, target: string, host: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = ["authorization: apikey demo-key", "connection: close", "", ""];
  socket.write([`GET ${target} HTTP/1.1`, `host: ${host}`, ...head].join("\r\n"));
  let text = "";
  for await (const part of socket) {
    text += String(part);
  }
  return text;
}

describe("the control endpoints", () => {
  it.each([
    "evil.example",
    "127.0.0.1.evil.test",
    "localhost.evil.example",
    "192.0.2.1",
    "[2001:db8::1]",
    "10.0.0.1:80",
  ])("refuse every request of a page that was served as %s", async (host) => {
    const emulator = await start({ seed });
    const read = await ask(emulator, "/__emulator/state", host);
    expect([read.status, read.text]).toEqual([403, expect.stringContaining("--allowed-host")]);
    expect(read.text).not.toContain("secret/of/the/bucket");
    for (const path of ["/__emulator/requests", "/__emulator/faults", "/__emulator/nothing", "/__emulato%72/state"]) {
      expect((await ask(emulator, path, host)).status).toBe(path.endsWith("nothing") ? 404 : 403);
    }
    expect((await ask(emulator, "/__emulator/state", host, "DELETE")).status).toBe(403);
  });

  it.each(["localhost", "LOCALHOST.", "app.localhost:8080", "127.0.0.1:1", "127.1", "127.9.9.9", "[::1]"])(
    "accept the local name %s",
    async (host) => expect((await ask(await start(), "/__emulator/state", host)).status).toBe(200),
  );

  it("accept allowed names and the address it listens on", async () => {
    const emulator = await start({ host: "0.0.0.0", allowedHosts: ["Emulator", "ci.example.com:8080", "2001:DB8::1"] });
    for (const [host, status] of [
      ["emulator:8080", 200],
      ["ci.example.com", 200],
      ["[2001:db8:0::1]:80", 200],
      ["0.0.0.0", 200],
      ["other.example.com", 403],
    ] as const) {
      expect([host, (await ask(emulator, "/__emulator/state", host)).status]).toEqual([host, status]);
    }
  });
});

describe("the platform", () => {
  it("accepts any host name, and uses it in links", async () => {
    const emulator = await start({ seed });
    const { status, text } = await ask(emulator, `${groupsPath}?limit=1&offset=1`, "platform.example:8443");
    expect([status, text]).toEqual([200, expect.stringContaining("http://platform.example:8443/cdn")]);
  });

  it.each(["a b", "a/b", "a@b", "a:99999", "[::1", "1.2.3.999", "a\\b", ""])(
    "answers 400 to the Host header %j",
    async (host) => {
      const text = await answerTo(await start({ seed }), `${groupsPath}?limit=1`, host);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
      expect(text).toContain('{"message":"The Host header is not valid."}');
    },
  );
});
