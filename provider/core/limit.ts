import type { OperationContext } from "./handler";

/** How long an operation waits for the platform. */
export interface Limit {
  timeoutSeconds: number;
  /** Whether the time is that of the whole operation; if not, it begins anew with each change that the platform takes. */
  isForAll: boolean;
  /** What to raise to wait longer, in the words of the user. */
  setting: string;
}

/** The limit of an operation: that of the user for the whole of it, else that of the resource's own argument. */
export function limitOf({ timeoutSeconds }: OperationContext, ownSeconds: number, argument?: string): Limit {
  return timeoutSeconds === undefined
    ? { timeoutSeconds: ownSeconds, isForAll: false, setting: argument ?? "" }
    : {
        timeoutSeconds,
        isForAll: true,
        setting: argument === undefined ? "customTimeouts" : `customTimeouts, which take precedence over ${argument}`,
      };
}
