import type { RequestListener } from "node:http";
import { serve, type Received } from "../api/server";

afterEach(() => setEnvironment({}));

/** Sets the configuration of data sources that run outside of any stack. */
export function setEnvironment(values: Record<string, string>): void {
  for (const name of Object.keys(process.env).filter((name) => name.startsWith("EDGECLOUD_"))) {
    delete process.env[name];
  }
  for (const [name, value] of Object.entries(values)) {
    process.env[`EDGECLOUD_${name}`] = value;
  }
}

export const key = "unit-test-key-5d4140";

/** A platform on loopback, to which the environment points, with project 1 and region 2. */
export async function platform(answer: RequestListener): Promise<{ url: string; received: Received[] }> {
  const served = await serve(answer);
  setEnvironment({ API_KEY: key, BASE_URL: served.url, MAX_RETRIES: "0", PROJECT_ID: "1", REGION_ID: "2" });
  return served;
}

/** As `platform`, with the same answer to everything. */
export function platformThatAnswers(status: number, body: unknown): ReturnType<typeof platform> {
  return platform((_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** The query of a request. */
export function queryOf({ url = "" }: Received): Record<string, string> {
  return Object.fromEntries(new URL(url, "http://localhost").searchParams);
}

/** The message of the error that a call ends with. */
export async function messageOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => new Error("the call succeeded"),
    (reason: Error) => reason,
  );
  return error.message;
}

/** A platform whose lists are empty, and which answers anything else with that 404. */
export function platformWithout(body: object): ReturnType<typeof platform> {
  return platform(({ url = "" }, response) => {
    const isList = new URL(url, "http://localhost").searchParams.has("limit");
    response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isList ? { count: 0, results: [] } : body));
  });
}
