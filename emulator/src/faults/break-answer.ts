import type { FastifyReply } from "fastify";
import type { ActiveFault } from "./fault-list";

/** Ends the connection with a reset instead of an answer. */
export function resetConnection(reply: FastifyReply): void {
  // Fastify must not try to write to the socket after it is gone.
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

/** Promises the whole answer, sends half of it and ends the connection. */
export function truncateAnswer(reply: FastifyReply, payload: string): void {
  reply.hijack();
  const whole = Buffer.from(payload || "{}");
  reply.raw.writeHead(reply.statusCode === 204 ? 200 : reply.statusCode, {
    "content-type": "application/json; charset=utf-8",
    "content-length": whole.length,
  });
  reply.raw.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => reply.raw.socket?.destroy());
}

/** Makes an answer that no JSON parser takes. An empty one (204 has no body) becomes a 200 with half an object. */
export function malformAnswer(reply: FastifyReply, payload: string): string {
  if (reply.statusCode === 204) reply.code(200).header("content-type", "application/json; charset=utf-8");
  return payload === "" ? "{" : `${payload.slice(0, -1)},,`;
}

/** Answers what the fault says; returns the body. */
export function writeFaultAnswer(reply: FastifyReply, answer: NonNullable<ActiveFault["answer"]>): string {
  const { status, body, headers } = answer;
  const isText = typeof body === "string";
  reply.code(status).removeHeader("content-length");
  reply.header("content-type", isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8");
  reply.headers(headers ?? {});
  if (body === undefined) return "";
  return isText ? body : JSON.stringify(body);
}
