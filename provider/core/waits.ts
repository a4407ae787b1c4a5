/** One of the waits of a host. */
export interface Wait {
  /** Counts the wait from now on, even if there is nothing to show yet. */
  begin: () => void;
  /** Shows the progress, in a few words. */
  show: (state: string) => void;
  /** Whether the display has a line for it, which it then keeps. */
  isShown: () => boolean;
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
