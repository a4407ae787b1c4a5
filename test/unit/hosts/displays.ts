import type { Wait } from "../../../provider/core/handler";
import { WaitDisplay, type ShownWait } from "../../../provider/hosts/wait-display";

/** A display with the lines that it has shown, each with its time. */
export function displayOf({ isLive = true, all = new Set<ShownWait>() } = {}) {
  const startedAt = Date.now();
  const shown: [ms: number, line: string][] = [];
  const display = new WaitDisplay(
    (line) => shown.push([Date.now() - startedAt, line]),
    () => isLive,
    all,
  );
  /** A wait that has begun; the test shows and ends it. */
  const begin = (name: string, noun = "function") => {
    let wait: Wait;
    let end: () => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const result = display.track(noun, name, (given) => {
      wait = given;
      return new Promise<void>((resolve, reject) => {
        end = resolve;
        fail = reject;
      });
    });
    return { ...wait!, end: () => end(), fail: (error: Error) => fail(error), result };
  };
  const lines = () => shown.map(([, line]) => line);
  return { display, begin, shown, lines, last: () => lines().at(-1) };
}
