import {
  classify,
  NoResponse,
  type Delivery,
  type Ending,
  type Failed,
  type HttpResponse,
} from "../../../provider/api/transport/transport";

const baseUrl = "https://platform.example.com";

/** An answer with that status. */
export function answered(status: number, headers: HttpResponse["headers"] = {}): HttpResponse {
  return { status, headers, body: "" };
}

/** How far a request without an answer got. */
export const reached: Record<"nothing" | "connection" | "platform", Delivery> = {
  nothing: { hasConnection: false, mayHaveArrived: () => false },
  connection: { hasConnection: true, mayHaveArrived: () => false },
  platform: { hasConnection: true, mayHaveArrived: () => true },
};

/** A request without an answer, which ended with Node's error of that code. */
export function unanswered(delivery: Delivery, code: string, more: Partial<Ending> = {}): NoResponse {
  return new NoResponse({ baseUrl }, delivery, { error: Object.assign(new Error("words"), { code }), ...more });
}

/** A request that a proxy has refused with that status. */
export function refusedByProxy(proxyStatus: number): NoResponse {
  const proxy = { url: "http://user:password@proxy.example.com:3128/", variable: "HTTPS_PROXY" };
  return new NoResponse({ baseUrl, proxy }, { ...reached.nothing, tunnelStatus: proxyStatus }, { proxyStatus });
}

/** A failed attempt that ended like this. */
export function failedBy(response: HttpResponse | NoResponse): Failed {
  const outcome = classify(response);
  if (outcome.kind === "accepted") {
    throw new Error(`${outcome.response.status} is not a failure`);
  }
  return outcome;
}
