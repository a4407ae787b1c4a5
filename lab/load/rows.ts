import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ActiveFault } from "edgecloud-emulator";
import type { PlatformOptions } from "../platform";
import type { Declared } from "../program";
import { findPulumiProcess } from "../processes";
import { openDeadAddress } from "./dead-address";
import { AUTHORITY, PROXY_LOGIN, startProxy, startResettingFront, startTlsFront, TLS_HOST } from "./fronts";
import { type Finding, type Obstacle, quote, type Row, type Trial } from "./trial";

const both = { groups: 10, functions: 10 };

export const rows: readonly Row[] = [
  createPlainRow("groups", { groups: 200 }, { rateLimit: { perSecond: 20 } }, { ratio: 1.11 }),
  createPlainRow(
    "groups-retry-after",
    { groups: 200 },
    { rateLimit: { perSecond: 20, retryAfter: "1" } },
    { ratio: 1.11 },
  ),
  createPlainRow("functions", { functions: 100 }, { rateLimit: { perSecond: 20 } }, { ratio: 1.11 }),
  createPlainRow("retry-after-0", { groups: 20 }, { rateLimit: { perSecond: 2, retryAfter: "0" } }),
  createPlainRow(
    "retry-after-past",
    { groups: 20 },
    { rateLimit: { perSecond: 2, retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" } },
  ),
  createPlainRow("functions-500", { functions: 500 }, {}, { peakPolls: 100, noticedMs: 10_000 }, 1_000),
  createPlainRow("functions-1000", { functions: 1_000 }, {}, { peakPolls: 100, noticedMs: 20_000 }, 1_000),
  createPlainRow("resources", { groups: 150, functions: 150 }, { latencyMs: 5_000 }, {}, 1_000),
  {
    name: "retry-after-12",
    situation: "24 s in `Retry-After: 12`, twice",
    declared: { groups: 1 },
    aims: { ups: 1 },
    arrange: async ({ project }) => {
      const answer = { status: 429, headers: { "Retry-After": "12" } };
      await project.platform.control("POST", "faults", { method: "POST", path: "/cdn/*", times: 2, answer });
      return { inspect: ({ messages }) => find(quote(messages, false, /slow/i) ?? "nothing is said", /^“/) };
    },
  },
  createUnreachableRow("syn-dropped", "a connection that never stands: SYN dropped", async () => {
    const { port, close } = await openDeadAddress("127.0.0.1");
    return { settings: { baseUrl: `http://127.0.0.1:${port}` }, close };
  }),
  createUnreachableRow(
    "two-addresses",
    "a connection that never stands: one address drops SYN, the other refuses",
    async (trial) => {
      const { port, close } = await openDeadAddress("127.0.0.2");
      const names = path.join(trial.project.options.folder, "names.json");
      fs.writeFileSync(names, JSON.stringify({ "platform.example": ["127.0.0.2", "127.0.0.1"] }));
      const settings = { baseUrl: `http://platform.example:${port}`, allowHttp: "true" };
      return { settings, environment: { LOAD_NAMES: names, NODE_OPTIONS: formatPreload("names") }, close };
    },
  ),
  {
    name: "clock",
    situation: "the clock set an hour forward while a GET is answered with 503",
    declared: { groups: 1 },
    aims: { ups: 1 },
    arrange: (trial) =>
      Promise.resolve({ environment: { NODE_OPTIONS: formatPreload("clock") }, inspect: () => refreshWithJump(trial) }),
  },
  createResetRow("resets", "", {}),
  createResetRow("resets-no-retries", ", `maxRetries` 0", { maxRetries: "0" }),
  {
    name: "proxy",
    situation: "HTTPS through a proxy with a login, 20 resources",
    declared: both,
    parallel: 4,
    aims: { ups: 1 },
    arrange: async ({ project }) => {
      const [proxy, tls] = [await startProxy(), await startTlsFront(project.platform.url)];
      const login = PROXY_LOGIN.split(":").map(encodeURIComponent).join(":");
      const HTTPS_PROXY = `http://${login}@127.0.0.1:${proxy.port}`;
      return {
        settings: { baseUrl: `https://${TLS_HOST}:${tls.port}` },
        environment: { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: AUTHORITY },
        // Four resources at a time need about four tunnels.
        inspect: () => find(`${proxy.count()} tunnels`, /^([1-9]|1\d) tunnels/),
        close: async () => void (await Promise.all([proxy.close(), tls.close()])),
      };
    },
  },
];

function createPlainRow(name: string, declared: Declared, platform: PlatformOptions, aims = {}, parallel = 64): Row {
  const situation = `${JSON.stringify({ ...declared, parallel, ...platform })}, tasks of 5 s`;
  const seed = { cloud: { taskLife: { runningMs: 5_000 } } };
  return { name, situation, declared, parallel, platform: { ...platform, seed }, aims: { ups: 1, ...aims } };
}

/** Only the second `up` reaches the platform. The first one sent nothing, so nothing may be in doubt or in the state. */
function createUnreachableRow(name: string, situation: string, open: (trial: Trial) => Promise<Obstacle>): Row {
  const arrange = async (trial: Trial): Promise<Obstacle> => {
    const { project } = trial;
    const { settings, ...others } = await open(trial);
    let kept = 0;
    return {
      ...others,
      settings: { ...settings, requestTimeoutSeconds: "5" },
      afterFirst: async () => {
        kept = project.readResources().length;
        await project.configure({ baseUrl: project.platform.url });
      },
      inspect: ({ messages }) => {
        const isInDoubt = messages.some(({ text }) => text.includes("not known whether"));
        return find(`${kept} in the state after the first \`up\`${isInDoubt ? ", in doubt" : ""}`, /^0[^,]*$/);
      },
    };
  };
  return { name, situation, declared: { groups: 1, functions: 1 }, aims: { ups: 2 }, arrange };
}

function createResetRow(name: string, suffix: string, settings: Record<string, string>): Row {
  const arrange = async (trial: Trial): Promise<Obstacle> => {
    const front = await startResettingFront(trial.project.platform.url);
    const inspect = async () => {
      const { isDone } = await trial.run("up", { ...both, version: 2 });
      return find(`${isDone ? "all changed" : "changes failed"}, ${front.count()} resets`, /^all/);
    };
    return { settings: { baseUrl: `http://127.0.0.1:${front.port}`, ...settings }, inspect, close: front.close };
  };
  const situation = `a server that resets reused sockets, 20 resources, then a change of each${suffix}`;
  return { name, situation, declared: both, aims: { ups: 1 }, arrange };
}

/** Sets the host's clock an hour forward while a GET of a refresh is held. */
async function refreshWithJump(trial: Trial): Promise<Finding> {
  const { platform } = trial.project;
  const fault = { method: "GET", path: "/cdn/origin_groups*", delayMs: 3_000, answer: { status: 503 } };
  await platform.control("POST", "faults", fault);
  let isOver = false;
  let isHeld = false;
  const refreshing = trial.run("refresh").finally(() => (isOver = true));
  while (!isOver && !isHeld) {
    await sleep(50);
    isHeld = (await platform.control<ActiveFault[]>("GET", "faults")).some(({ timesLeft }) => timesLeft === 0);
  }
  if (isHeld && !isOver) {
    process.kill(findPulumiProcess("host"), "SIGUSR2");
  }
  const { isDone } = await refreshing;
  return find(isHeld ? `the refresh ${isDone ? "is done" : "failed"}` : "no GET was held", /is done$/);
}

/** A note, which is a problem too unless it is as it should be. */
function find(note: string, expected: RegExp): Finding {
  return { notes: [note], problems: expected.test(note) ? [] : [note] };
}

function formatPreload(name: string): string {
  return `--require ${JSON.stringify(path.join(__dirname, "preload", `${name}.js`))}`;
}
