import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPulumiProcess } from "../../processes";
import { openDeadAddress } from "../dead-address";
import type { Front } from "../fronts";
import { quote, SLOWED } from "../messages";
import { declareBoth, declareGroups } from "../programs";
import { converge, type Row } from "../row";
import { type Trial, withTrial } from "../trial";

const TIMEOUT_SECONDS = 5;
const NAME = "platform.example";

const longRetryAfter: Row = {
  name: "retry-after-12",
  situation: "24 s in `Retry-After: 12`, twice",
  before: "nothing is shown",
  aims: { ups: 1 },
  measure: (engine, say) =>
    withTrial(engine, {}, async (trial) => {
      const answer = { status: 429, headers: { "Retry-After": "12" } };
      await trial.platform.call("addFault", { method: "POST", path: "/cdn/*", times: 2, answer });
      const measured = await converge(trial, declareGroups(1), { needed: 1, say });
      const shown = quote(measured.messages, ["live", "note"], SLOWED);
      return {
        ...measured,
        notes: [shown ? `said ${shown}` : "said nothing"],
        problems: shown ? [] : ["nothing is shown"],
      };
    }),
};

const clock: Row = {
  name: "clock",
  situation: "clock set an hour forward while a GET is answered with 503",
  before: "the GET is never retried",
  aims: { ups: 1 },
  measure: (engine, say) =>
    withTrial(engine, {}, async (trial) => {
      await trial.configure({}, { NODE_OPTIONS: formatPreload("clock") });
      const measured = await converge(trial, declareGroups(1), { needed: 1, say });
      const fault = { delayMs: 3_000, answer: { status: 503 } };
      await trial.platform.call("addFault", { method: "GET", path: "/cdn/origin_groups/*", ...fault });
      let isOver = false;
      let isHeld = false;
      const refreshing = trial.run("refresh", declareGroups(1)).finally(() => (isOver = true));
      while (!isOver && !isHeld) {
        await sleep(50);
        isHeld = (await trial.platform.call("countFaultHits")) > 0;
      }
      if (isHeld && !isOver) {
        process.kill(findPulumiProcess("host"), "SIGUSR2");
      }
      const { isDone, messages } = await refreshing;
      const notes = [isDone ? "the refresh is done" : "the refresh failed"];
      const traffic = await trial.platform.call("summarizeTraffic");
      const problems = [...(isHeld ? [] : ["no GET was held"]), ...(isDone ? [] : notes)];
      return { ...measured, traffic, error: quote(messages, ["error"]), notes, problems };
    }),
};

/** Rows with a long wait, a platform that cannot be reached, and a clock that jumps. */
export const outages: readonly Row[] = [
  longRetryAfter,
  defineUnreachableRow("syn-dropped", "connection that never stands: SYN dropped", () => openDeadAddress("127.0.0.1")),
  defineUnreachableRow(
    "two-addresses",
    "connection that never stands: one address drops SYN, the other one refuses",
    openTwoDeadAddresses,
  ),
  clock,
];

/** Only the second `up` reaches the platform. The first one sent nothing, so nothing may be in doubt or in the state. */
function defineUnreachableRow(name: string, situation: string, open: (trial: Trial) => Promise<Front>): Row {
  return {
    name,
    situation,
    before: "“it is not known whether it was created”, a function stays in the state",
    aims: { ups: 2 },
    measure: (engine, say) =>
      withTrial(engine, {}, async (trial) => {
        const { url, close } = await open(trial);
        try {
          await trial.configure({ baseUrl: url, requestTimeoutSeconds: String(TIMEOUT_SECONDS) });
          let kept = 0;
          const afterEach = async (count: number) => {
            if (count === 1) {
              kept = await trial.countResources();
              await trial.configure({ baseUrl: trial.platform.url });
            }
          };
          const measured = await converge(trial, declareBoth(1), { needed: 2, say, afterEach });
          const isInDoubt = measured.messages.some(({ text }) => text.includes("not known whether"));
          return {
            ...measured,
            notes: [`${kept} in the state after the first \`up\``],
            problems: [
              ...(isInDoubt ? ["doubt where nothing arrived"] : []),
              ...(kept > 0 ? ["kept in the state"] : []),
            ],
          };
        } finally {
          await close();
        }
      }),
  };
}

/** Opens a name with two addresses: at one SYNs are dropped, at the other one nobody listens. */
async function openTwoDeadAddresses(trial: Trial): Promise<Front> {
  const { url, close } = await openDeadAddress("127.0.0.2");
  const names = path.join(trial.folder, "names.json");
  fs.writeFileSync(names, JSON.stringify({ [NAME]: ["127.0.0.2", "127.0.0.1"] }));
  await trial.configure({ allowHttp: "true" }, { LOAD_NAMES: names, NODE_OPTIONS: formatPreload("names") });
  return { url: `http://${NAME}:${new URL(url).port}`, close };
}

function formatPreload(name: string): string {
  return `--require ${JSON.stringify(path.join(__dirname, "../preload", `${name}.js`))}`;
}
