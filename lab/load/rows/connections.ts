import type { Engine } from "#tools/engine";
import { startResettingFront, startTlsFront, TunnelProxy } from "../fronts";
import { quote } from "../messages";
import { declareBoth } from "../programs";
import { converge, type Measured, type Row } from "../row";
import { type Trial, withTrial } from "../trial";

const COUNT = 10;
const NEEDED = 2 * COUNT;
const RESETS = `a server that resets reused sockets, ${NEEDED} resources, then a change of each`;

const proxyWithLogin: Row = {
  name: "proxy",
  situation: `HTTPS through a proxy with a login, ${NEEDED} resources`,
  before: "a tunnel and a TLS handshake for each request, the login sent percent-encoded",
  aims: { ups: 1 },
  measure: (engine, say) =>
    runBehindProxy(engine, async (trial, proxy, countHandshakes) => {
      const measured = await converge(trial, declareBoth(COUNT), { needed: NEEDED, parallel: 4, say });
      const { requests } = measured.traffic;
      const login = proxy.isLoginRight ? "login right" : `login sent as ${[...proxy.logins].join(", ")}`;
      return {
        ...measured,
        notes: [`${proxy.tunnels} tunnels, ${countHandshakes()} handshakes, ${login}`],
        problems: [
          ...(proxy.tunnels === 0 ? ["the proxy was not used"] : []),
          // Four resources at a time need about four tunnels.
          ...(proxy.tunnels > requests / 2 ? ["tunnels are not kept"] : []),
          ...(proxy.isLoginRight ? [] : ["a wrong login"]),
        ],
      };
    }),
};

const refusingProxy: Row = {
  name: "proxy-refuses",
  situation: "a proxy that refuses CONNECT with 403 and a JSON body, until the second `up`",
  before: "reported as the platform's answer",
  aims: { ups: 2 },
  measure: (engine, say) =>
    runBehindProxy(engine, async (trial, proxy) => {
      proxy.isClosed = true;
      const measured = await converge(trial, declareBoth(1), {
        needed: 2,
        say,
        afterEach: () => (proxy.isClosed = false),
      });
      const isNamed = measured.messages.some(({ kind, text }) => kind === "error" && /\bproxy\b/i.test(text));
      return { ...measured, problems: isNamed ? [] : ["the error does not name the proxy"] };
    }),
};

/** Rows in which something lies between the provider and the platform. */
export const connections: readonly Row[] = [
  defineResetRow("resets", RESETS, "POST fails three times", {}),
  defineResetRow("resets-no-retries", `${RESETS}, \`maxRetries\` 0`, "PUT and PATCH fail", { maxRetries: "0" }),
  proxyWithLogin,
  refusingProxy,
];

function defineResetRow(name: string, situation: string, before: string, config: Record<string, string>): Row {
  return {
    name,
    situation,
    before,
    aims: { ups: 1 },
    measure: (engine, say) =>
      withTrial(engine, {}, async (trial) => {
        const front = await startResettingFront(trial.platform.url);
        try {
          await trial.configure({ baseUrl: front.url, ...config });
          const measured = await converge(trial, declareBoth(COUNT), { needed: NEEDED, say });
          const change = await trial.run("up", declareBoth(COUNT, 2));
          const result = change.isDone ? "all changed by the next one" : "changes failed";
          return {
            ...measured,
            traffic: await trial.platform.call("summarizeTraffic"),
            error: measured.error ?? quote(change.messages, ["error"]),
            notes: [result, `${front.countResets()} resets`],
            problems: change.isDone ? [] : ["changes failed"],
          };
        } finally {
          await front.close();
        }
      }),
  };
}

/** Runs `work` on a trial whose platform is reached over TLS, and only through a proxy. */
function runBehindProxy(
  engine: Engine,
  work: (trial: Trial, proxy: TunnelProxy, countHandshakes: () => number) => Promise<Measured>,
): Promise<Measured> {
  return withTrial(engine, {}, async (trial) => {
    const [proxy, tls] = await Promise.all([TunnelProxy.start(), startTlsFront(trial.platform.url)]);
    try {
      await trial.configure({ baseUrl: tls.url }, { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: tls.authority });
      return await work(trial, proxy, tls.countHandshakes);
    } finally {
      await Promise.all([proxy.close(), tls.close()]);
    }
  });
}
