import { create, pollsApartMs } from "./crowds";
import { polling } from "../../../provider/core/reconcile";

/**
 * However many functions a host waits for, it notices the end of each task within the largest of a tenth of its duration,
 * two seconds, and 20 ms per function, although it sends at most a hundred polls per second.
 */
const rows = [1, 10, 40, 100, 1_000].flatMap((functions) =>
  [5, 60, 600].flatMap((taskSeconds) => [
    { functions, taskSeconds, perSecond: Infinity },
    { functions, taskSeconds, perSecond: 20 },
  ]),
);

test.each(rows)(
  "each end is noticed in time: $functions functions, tasks of $taskSeconds s, $perSecond started per second",
  async ({ functions, taskSeconds, perSecond }) => {
    const seen = await create({ functions, taskMs: taskSeconds * 1_000, perSecond });
    expect(seen).toMatchObject({ made: functions, noticed: functions });
    const roundingMs = 1e-6;
    expect(seen.longestLateMs).toBeLessThanOrEqual(Math.max(taskSeconds * 100, 2_000, functions * 20) + roundingMs);
    // The functions that are polled at once after their start are too few for a long queue.
    const firstLooks = Math.min(functions, Math.floor(polling.shortWaitDelayMs / polling.turnMs));
    const queueMs = Math.max(firstLooks * pollsApartMs, functions * polling.queueMs);
    expect(seen.longestQueueMs).toBeLessThanOrEqual(queueMs + roundingMs);
  },
  60_000,
);
