import http from "node:http";
import type { dynamic } from "@pulumi/pulumi";

let created = 0;

/** The reference: a provider that only returns its inputs as outputs. */
export const Echo: dynamic.ResourceProvider = {
  check: (_olds: unknown, news: object) => Promise.resolve({ inputs: news }),
  diff: () => Promise.resolve({ changes: false }),
  create: (inputs: object) => Promise.resolve({ id: String(++created), outs: inputs }),
  delete: () => Promise.resolve(),
};

const agent = new http.Agent({ keepAlive: true });
let settings = { url: "", key: "" };
let list: Promise<string> | undefined;

/** The floor: an echo that also sends, with Node's own client, what no provider can do without: one list for all reads. */
export const RequestingEcho: dynamic.ResourceProvider = {
  ...Echo,
  configure({ config }) {
    settings = { url: config.require("edgecloud:baseUrl"), key: config.require("edgecloud:apiKey") };
    return Promise.resolve();
  },
  async create(inputs: { name: string }) {
    const { name } = inputs;
    const sources = [{ source: `${name}-a.example.com` }, { source: `${name}-b.example.com:8443`, backup: true }];
    const { id } = JSON.parse(await send("POST", "", { name, use_next: true, sources })) as { id: number };
    return { id: String(id), outs: inputs };
  },
  async read(id, props: object) {
    await (list ??= send("GET", "?limit=1000"));
    return { id, props };
  },
  delete: async (id) => void (await send("DELETE", `/${id}`)),
};

function send(method: string, path: string, body?: object): Promise<string> {
  const headers = { authorization: `apikey ${settings.key}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const request = http.request(`${settings.url}/cdn/origin_groups${path}`, { method, headers, agent }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => ((answer.statusCode ?? 0) < 300 ? resolve(text) : reject(new Error(text))));
    });
    request.on("error", reject).end(body && JSON.stringify(body));
  });
}
