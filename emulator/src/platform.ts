import { createAreas } from "./areas";
import type { Area } from "./area";
import type { Dialect } from "./dialect";
import { FaultList } from "./faults/fault-list";
import type { Controls } from "./control/routes";
import { RequestLog } from "./http/request-log";
import { parseSeed, type EmulatorState } from "./seed";

/** Everything behind the sockets: the areas with their state, the faults and the log. */
export interface Platform {
  readonly areas: readonly Area[];
  readonly faults: FaultList;
  readonly log: RequestLog;
  readonly controls: Controls;
}

/** Builds the platform in its start state; throws an `InvalidInputError` for a bad seed. */
export function createPlatform(startSeed: unknown, startDialect: Dialect): Platform {
  let dialect = startDialect;
  const areas = createAreas(dialect);
  const faults = new FaultList();
  const log = new RequestLog();

  const load = (value: unknown, mode: "add" | "replace"): void => {
    // Stored groups keep the words they were stored with, so words can change only together with the whole state.
    const parsed = parseSeed(value, mode === "add" ? dialect : startDialect);
    for (const area of areas) area.load(parsed.seed, mode, parsed.dialect);
    dialect = parsed.dialect;
  };
  const state = () => Object.assign({ dialect }, ...areas.map((area) => area.state())) as EmulatorState;
  const controls: Controls = {
    state,
    seed: (value) => load(value, "add"),
    replaceState: (value) => load(value, "replace"),
    reset: () => {
      load(startSeed, "replace");
      faults.clear();
      log.clear();
    },
    requests: () => log.list(),
    clearRequests: () => log.clear(),
    addFault: (fault) => faults.add(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
  load(startSeed, "replace");
  return { areas, faults, log, controls };
}
