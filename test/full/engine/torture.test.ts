import { drawHistory, playHistory, type Host } from "../../../lab/torture";
import { engine } from "../../engine/setup/engine";

/** A few of the histories that `npm run torture` draws: short ones in which much happens. */
const seeds = [455, 602];
const hosts: Host[] = ["dynamic", "plugin"];

const histories = seeds.flatMap((seed) => hosts.map((host) => [seed, host] as const));

test.each(histories)("seed %i on the %s host keeps every promise", async (seed, host) => {
  const { violation, report } = await playHistory(engine, drawHistory(seed, host));
  if (violation !== undefined) {
    // The report shows what was declared, printed and sent: without it, the failure cannot be explained.
    throw new Error(`${violation}\n${report}`);
  }
});
