// @ts-check
"use strict";

const { converge } = require("../converge");
const { Proxy } = require("../fronts/proxy");
const { resettingFront } = require("../fronts/resets");
const { tlsFront } = require("../fronts/tls");
const { both } = require("../programs");
const { quote } = require("../said");
const { withTrial } = require("../trial");

/** @typedef {import("../index").Row} Row */
/** @typedef {import("../index").Trial} Trial */

const COUNT = 10;
const NEEDED = 2 * COUNT;
const RESETS = `a server that resets reused sockets, ${NEEDED} resources, then a change of each`;

/**
 * @param {string} name
 * @param {string} situation
 * @param {string} before
 * @param {Record<string, string>} config
 * @returns {Row}
 */
const resetting = (name, situation, before, config) => ({
  name,
  situation,
  before,
  aims: { ups: 1 },
  measure: (engine, say) =>
    withTrial(engine, {}, async (trial) => {
      const front = await resettingFront(trial.platform.url);
      try {
        await trial.configure({ baseUrl: front.url, ...config });
        const measured = await converge(trial, both(COUNT), { needed: NEEDED, say });
        const change = await trial.run("up", both(COUNT, 2));
        const notes = [change.isDone ? "all changed by the next one" : "changes failed", `${front.resets()} resets`];
        return {
          ...measured,
          traffic: await trial.platform.traffic(),
          error: measured.error ?? quote(change.said, ["error"]),
          notes,
          problems: change.isDone ? [] : ["changes failed"],
        };
      } finally {
        await front.close();
      }
    }),
});

/**
 * A platform over TLS behind a proxy.
 * @param {import("../../engine").Engine} engine
 * @param {(trial: Trial, proxy: Proxy, handshakes: () => number) => Promise<import("../index").Measured>} work
 */
const behindProxy = (engine, work) =>
  withTrial(engine, {}, async (trial) => {
    const [proxy, tls] = await Promise.all([Proxy.start(), tlsFront(trial.platform.url)]);
    try {
      await trial.configure({ baseUrl: tls.url }, { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: tls.authority });
      return await work(trial, proxy, tls.handshakes);
    } finally {
      await Promise.all([proxy.close(), tls.close()]);
    }
  });

/** @type {Row} */
const throughProxy = {
  name: "proxy",
  situation: `HTTPS through a proxy with a login, ${NEEDED} resources`,
  before: "a tunnel and a TLS handshake for each request, the login sent percent-encoded",
  aims: { ups: 1 },
  measure: (engine, say) =>
    behindProxy(engine, async (trial, proxy, handshakes) => {
      const measured = await converge(trial, both(COUNT), { needed: NEEDED, parallel: 4, say });
      const { requests } = measured.traffic;
      const login = proxy.isLoginRight ? "login right" : `login sent as ${[...proxy.logins].join(", ")}`;
      return {
        ...measured,
        notes: [`${proxy.tunnels} tunnels, ${handshakes()} handshakes, ${login}`],
        problems: [
          // Four at once need about four.
          ...(proxy.tunnels === 0 ? ["the proxy was not asked"] : []),
          ...(proxy.tunnels > requests / 2 ? ["tunnels are not kept"] : []),
          ...(proxy.isLoginRight ? [] : ["a wrong login"]),
        ],
      };
    }),
};

/** @type {Row} */
const refusingProxy = {
  name: "proxy-refuses",
  situation: "a proxy that refuses CONNECT with 403 and a JSON body, until the second `up`",
  before: "reported as the platform's answer",
  aims: { ups: 2 },
  measure: (engine, say) =>
    behindProxy(engine, async (trial, proxy) => {
      proxy.isClosed = true;
      const measured = await converge(trial, both(1), {
        needed: 2,
        say,
        afterEach: () => (proxy.isClosed = false),
      });
      const isTold = measured.said.some(({ kind, text }) => kind === "error" && /\bproxy\b/i.test(text));
      return {
        ...measured,
        problems: isTold ? [] : ["it is not said that it was the proxy"],
      };
    }),
};

/** @type {Row[]} */
const connections = [
  resetting("resets", RESETS, "POST fails three times", {}),
  resetting("resets-no-retries", `${RESETS}, \`maxRetries\` 0`, "PUT and PATCH fail", { maxRetries: "0" }),
  throughProxy,
  refusingProxy,
];

module.exports = { connections };
