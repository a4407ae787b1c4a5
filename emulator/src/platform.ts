import { setMaxListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { createAnalyticsArea } from "./analytics/area";
import type { Area } from "./area";
import { createCdnArea } from "./cdn/area";
import { Clock } from "./clock";
import { createCloudAreas } from "./cloud/area";
import type { UncheckedControls } from "./controls";
import type { Dialect } from "./dialect";
import { FaultList } from "./faults/fault-list";
import { RateLimit } from "./http/rate-limit";
import { RequestLog } from "./http/request-log";
import { InvalidInputError } from "./invalid-input";
import { parseSeed, type EmulatorState } from "./seed";
import { createStreamingArea } from "./streaming/area";

/** Creates all areas. A new one is a folder, a line here and its keys in `seed.ts`. */
function createAreas(dialect: Dialect, clock: Clock): readonly Area[] {
  return [createCdnArea(dialect), createAnalyticsArea(), ...createCloudAreas(clock), createStreamingArea()];
}

/** Everything behind the HTTP server. */
export interface Platform {
  readonly areas: readonly Area[];
  readonly faults: FaultList;
  readonly log: RequestLog;
  readonly rateLimit: RateLimit;
  readonly controls: UncheckedControls;
  /** Returns a signal that aborts when the current state is replaced: running requests must not change the new one. */
  readonly watchState: () => AbortSignal;
}

function createReplaceController(): AbortController {
  const replacing = new AbortController();
  // Every running request listens; Node would warn of a leak.
  setMaxListeners(0, replacing.signal);
  return replacing;
}

/** Creates the platform in its start state; throws an `InvalidInputError` for a bad seed or limit. */
export function createPlatform(startSeed: unknown, startDialect: Dialect, startLimit: unknown): Platform {
  let dialect = startDialect;
  const clock = new Clock();
  const areas = createAreas(dialect, clock);
  const stores = areas.flatMap(({ store }) => store ?? []);
  const faults = new FaultList();
  const log = new RequestLog();
  const rateLimit = new RateLimit(clock);
  let replacing = createReplaceController();
  const abortRequests = () => {
    replacing.abort();
    replacing = createReplaceController();
  };

  const load = (value: unknown, mode: "add" | "replace"): void => {
    const parsed = parseSeed(value, mode === "add" ? dialect : startDialect);
    // Stored objects keep their words, so the dialect can change only together with the whole state.
    if (mode === "add" && !isDeepStrictEqual(parsed.dialect, dialect)) {
      throw new InvalidInputError(
        "The seed is not valid: dialect: it can change only when the whole state is replaced",
      );
    }
    // The clock goes first: seeded tasks start by it.
    const steps = [
      clock.prepareSeed(parsed.seed, mode),
      ...stores.map((store) => store.prepareSeed(parsed.seed, mode, parsed.dialect)),
    ];
    steps.forEach((step) => step());
    dialect = parsed.dialect;
  };
  const exportState = () =>
    Object.assign({ dialect, ...clock.exportState() }, ...stores.map((store) => store.exportState())) as EmulatorState;
  const controls: UncheckedControls = {
    state: exportState,
    seed: (value) => load(value, "add"),
    replaceState: (value) => {
      load(value, "replace");
      abortRequests();
    },
    reset: () => {
      stores.forEach((store) => store.clear());
      load(startSeed, "replace");
      faults.clear();
      log.clear();
      rateLimit.set(startLimit);
      abortRequests();
    },
    requests: (filter) => log.list(filter),
    waitForRequest: (filter, options) => log.waitFor(filter, options),
    clearRequests: () => log.clear(),
    addFault: (fault) => faults.add(fault),
    faults: () => faults.list(),
    unmatchedFaults: () => faults.listUnmatched(),
    removeFault: (id) => faults.remove(id),
    clearFaults: () => faults.clear(),
    setRateLimit: (limit) => rateLimit.set(limit),
    advanceClock: (ms) => clock.advance(ms),
  };
  load(startSeed, "replace");
  rateLimit.set(startLimit);
  return { areas, faults, log, rateLimit, controls, watchState: () => replacing.signal };
}
