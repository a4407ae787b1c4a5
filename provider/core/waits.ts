/** One of the waits of a host. */
export interface Wait {
  /** Counts the wait from now on, even if there is nothing to show yet. */
  begin: () => void;
  /** Shows the progress, in a few words. */
  show: (state: string) => void;
}

/** The waits of a host, as one operation sees them. */
export interface Waits {
  /** How many waits of the host are in progress, those of other operations too. */
  readonly count: number;
  /** A wait counts from its first `begin` or `show` until `work` has ended. */
  track<Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>): Promise<Result>;
}

/** Shows a text beside the stack, or beside the resource that it is about, in Pulumi's own display. */
export type Notify = (text: string) => void;

/** How long an operation waits for the platform. */
export interface Limit {
  timeoutSeconds: number;
  /**
   * The user's limit for the whole operation, slightly longer than that of the waits so that the last poll is answered
   * in time. Without it, the time of a wait restarts with each change that the platform accepts.
   */
  operationSeconds?: number;
  /** The setting to raise for a longer wait, in the words of the user. */
  setting: string;
}

/** The part of an operation's time that is reserved for its last poll: a tenth, at most this many seconds. */
const lastPoll = { share: 0.1, maxSeconds: 1 };

/** The limit of an operation: the user's `customTimeouts`, else the resource's own argument. */
export function resolveLimit(
  { timeoutSeconds: given }: { timeoutSeconds?: number },
  ownSeconds: number,
  argument?: string,
): Limit {
  return given === undefined
    ? { timeoutSeconds: ownSeconds, setting: argument ?? "" }
    : {
        timeoutSeconds: given - Math.min(given * lastPoll.share, lastPoll.maxSeconds),
        operationSeconds: given,
        setting: argument === undefined ? "customTimeouts" : `customTimeouts, which take precedence over ${argument}`,
      };
}
