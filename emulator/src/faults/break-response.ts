import type { FastifyReply } from "fastify";
import type { ActiveFault } from "./fault-list";

/** Resets the connection instead of responding. */
export function resetConnection(reply: FastifyReply): void {
  // Fastify must not try to write to the socket after it is gone.
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

const json = { "content-type": "application/json; charset=utf-8" };

/** Announces the whole length, sends half of it and closes the connection. */
function sendTruncated(reply: FastifyReply, whole: Buffer): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, { ...json, "content-length": whole.length });
  reply.raw.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => reply.raw.socket?.destroy());
}

/** Sends the body byte by byte and then spaces, which JSON allows, until the connection is closed. */
function sendDripping(reply: FastifyReply, whole: Buffer, everyMs: number, stateReplaced: AbortSignal): void {
  const { raw } = reply;
  const reset = () => resetConnection(reply);
  if (raw.destroyed || stateReplaced.aborted) {
    return reset();
  }
  reply.hijack();
  raw.writeHead(reply.statusCode, json).flushHeaders();
  let sent = 0;
  const timer = setInterval(() => raw.write(sent < whole.length ? whole.subarray(sent, ++sent) : " "), everyMs);
  stateReplaced.addEventListener("abort", reset);
  raw.once("close", () => {
    clearInterval(timer);
    stateReplaced.removeEventListener("abort", reset);
  });
}

/**
 * Breaks the body as the fault says; returns undefined if it has written the response itself. A 204, which has no body,
 * becomes a 200.
 */
export function breakResponse(
  reply: FastifyReply,
  payload: string,
  { broken, dripMs = 1000, hugeBytes = 33 * 1024 * 1024 }: ActiveFault,
  stateReplaced: AbortSignal,
): string | undefined {
  if (reply.statusCode === 204) {
    reply.code(200).headers(json);
  }
  const whole = payload || "{}";
  if (broken === "truncated") {
    return void sendTruncated(reply, Buffer.from(whole));
  }
  if (broken === "drip") {
    return void sendDripping(reply, Buffer.from(whole), dripMs, stateReplaced);
  }
  return broken === "huge" ? whole.padEnd(hugeBytes) : `${whole.slice(0, -1)},,`;
}

/** Sets status and headers of the fault's answer and returns its body. */
export function applyFaultAnswer(reply: FastifyReply, answer: NonNullable<ActiveFault["answer"]>): string {
  const { status, body, headers } = answer;
  const isText = typeof body === "string";
  reply.code(status).removeHeader("content-length");
  reply.header("content-type", isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8");
  reply.headers(headers ?? {});
  if (body === undefined) {
    return "";
  }
  return isText ? body : JSON.stringify(body);
}
