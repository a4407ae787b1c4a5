import type { FastifyReply } from "fastify";
import type { ActiveFault } from "./fault-list";

/** Ends the connection with a reset instead of an answer. */
export function resetConnection(reply: FastifyReply): void {
  // Fastify must not try to write to the socket after it is gone.
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

const json = { "content-type": "application/json; charset=utf-8" };

/** Promises the whole answer, sends half of it and ends the connection. */
function sendTruncated(reply: FastifyReply, whole: Buffer): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, { ...json, "content-length": whole.length });
  reply.raw.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => reply.raw.socket?.destroy());
}

/** Sends the answer a byte at a time and then spaces, which JSON allows, until somebody ends the connection. */
function sendDripping(reply: FastifyReply, whole: Buffer, everyMs: number, stateReplaced: AbortSignal): void {
  const { raw } = reply;
  const reset = () => resetConnection(reply);
  if (raw.destroyed || stateReplaced.aborted) return reset();
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
 * Spoils the true answer as the fault says; undefined when it was written here. An empty one (204 has no body) becomes a
 * 200, so that there is something to spoil.
 */
export function breakResponse(
  reply: FastifyReply,
  payload: string,
  { broken, dripMs = 1000, hugeBytes = 33 * 1024 * 1024 }: ActiveFault,
  stateReplaced: AbortSignal,
): string | undefined {
  if (reply.statusCode === 204) reply.code(200).headers(json);
  const whole = payload || "{}";
  if (broken === "truncated") return void sendTruncated(reply, Buffer.from(whole));
  if (broken === "drip") return void sendDripping(reply, Buffer.from(whole), dripMs, stateReplaced);
  return broken === "huge" ? whole.padEnd(hugeBytes) : `${whole.slice(0, -1)},,`;
}

/** Answers what the fault says; returns the body. */
export function applyFaultAnswer(reply: FastifyReply, answer: NonNullable<ActiveFault["answer"]>): string {
  const { status, body, headers } = answer;
  const isText = typeof body === "string";
  reply.code(status).removeHeader("content-length");
  reply.header("content-type", isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8");
  reply.headers(headers ?? {});
  if (body === undefined) return "";
  return isText ? body : JSON.stringify(body);
}
