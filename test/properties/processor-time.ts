/** CPU time in milliseconds, which other processes do not affect. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Expects a measurement that is not slow. A slow one is repeated up to twice, as other work of this process may cause
 * it.
 */
export async function expectFast<T>(measure: () => Promise<T>, isSlow: (measured: T) => boolean): Promise<void> {
  const slow: T[] = [];
  while (slow.length < 3) {
    const measured = await measure();
    if (!isSlow(measured)) {
      return;
    }
    slow.push(measured);
  }
  expect(slow).toEqual([]);
}
