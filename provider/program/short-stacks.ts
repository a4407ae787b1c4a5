/** The settings that V8 reads when it captures and formats a stack. */
interface StackSettings {
  stackTraceLimit: number;
  prepareStackTrace?: (error: Error, frames: NodeJS.CallSite[]) => unknown;
}

/**
 * While a resource is registered, the SDK writes a stack for each of the four promises of each output, which takes most
 * of the time. So only one frame is captured, for the errors of transformations, and only whole stacks, such as the one
 * from which the SDK takes a resource's position, are looked up in source maps. Returns a function that ends this; an
 * error's stack that is read afterwards is mapped to its sources.
 */
export function shortenStacks(): () => void {
  const settings: StackSettings = Error;
  const { stackTraceLimit, prepareStackTrace } = settings;
  settings.stackTraceLimit = 1;
  if (prepareStackTrace) {
    settings.prepareStackTrace = (error, frames) =>
      frames.length > 1 ? prepareStackTrace.call(Error, error, frames) : String(error);
  }
  return () => {
    Object.assign(settings, { stackTraceLimit, prepareStackTrace });
  };
}
