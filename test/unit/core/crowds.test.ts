import { polling } from "../../../provider/api/wait";
import { create, pollsApartMs } from "./crowds";

/**
 * However many functions a host waits for, it notices the end of each within a tenth of the time that its task took, two
 * seconds, or a fiftieth of a second for each function, although never more than a hundred polls leave in a second.
 */
const rows = [1, 10, 40, 100, 500, 1_000].flatMap((functions) =>
  [5, 60, 600].flatMap((taskSeconds) => [
    { functions, taskSeconds, perSecond: Infinity },
    { functions, taskSeconds, perSecond: 20 },
  ]),
);

test.each(rows)(
  "$functions functions whose tasks take $taskSeconds s, $perSecond begun in a second",
  async ({ functions, taskSeconds, perSecond }) => {
    const seen = await create({ functions, taskMs: taskSeconds * 1_000, perSecond });
    expect(seen).toMatchObject({ made: functions, noticed: functions });
    const roundingMs = 1e-6;
    expect(seen.longestLateMs).toBeLessThanOrEqual(Math.max(taskSeconds * 100, 2_000, functions * 20) + roundingMs);
    // Those that are looked at as soon as they have begun are too few for a long queue.
    const firstLooks = Math.min(functions, Math.floor(polling.shortWaitDelayMs / polling.turnMs));
    const queueMs = Math.max(firstLooks * pollsApartMs, functions * polling.queueMs);
    expect(seen.longestQueueMs).toBeLessThanOrEqual(queueMs + roundingMs);
  },
  60_000,
);
