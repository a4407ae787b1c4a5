import { readFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { createServer } from "node:tls";
import { join, listenOnLoopback, type Listening } from "./loopback";

const folder = path.join(__dirname, "certificates");
const read = (name: string) => readFileSync(path.join(folder, `${name}.pem`));

/**
 * The certificate of an authority that only tests trust, for `NODE_EXTRA_CA_CERTS`. What it has signed is beside it, and
 * valid until 2120 except for `expired`; its private key was thrown away.
 */
export const authority = path.join(folder, "ca.pem");

/** `good` is for localhost, 127.0.0.1, ::1 and platform.test, `other-name` for elsewhere.test; `unknown` is self-signed. */
export type Certificate = "good" | "expired" | "other-name" | "unknown";

/** A server that speaks TLS, and forwards to one that does not. */
export interface TlsFront extends Listening {
  url: string;
  /** Shows another certificate from the next connection on. */
  present: (certificate: Certificate) => void;
}

/** Puts TLS in front of a server on loopback: `http://127.0.0.1:8080`. */
export async function startTlsFront(behind: string, certificate: Certificate = "good"): Promise<TlsFront> {
  const identity = (name: Certificate) => ({ key: read("server-key"), cert: read(name) });
  const server = createServer(identity(certificate), (client) => {
    join(client, connect(Number(new URL(behind).port), "127.0.0.1"));
  });
  const listening = await listenOnLoopback(server);
  const url = `https://127.0.0.1:${listening.port}`;
  return { ...listening, url, present: (name) => server.setSecureContext(identity(name)) };
}
