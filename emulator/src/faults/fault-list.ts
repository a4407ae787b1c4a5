import { parseInput } from "../invalid-input";
import { matches, type FaultedRequest } from "./match";
import { faultSchema, type Fault } from "./schema";

/** A fault in force. */
export interface ActiveFault extends Fault {
  readonly id: number;
  /** Matching requests that still pass. */
  readonly skipsLeft: number;
  /** Requests it will still hit; 0: used up. */
  readonly timesLeft: number;
}

/** Faults in the order in which they were added. */
export class FaultList {
  private faults: { -readonly [K in keyof ActiveFault]: ActiveFault[K] }[] = [];
  private nextId = 1;

  /** Adds a fault; throws an `InvalidInputError` that names what is wrong. */
  add(input: unknown): ActiveFault {
    const fault = parseInput(faultSchema, input, "fault");
    const added = { ...fault, id: this.nextId++, skipsLeft: fault.skip, timesLeft: fault.times };
    this.faults.push(added);
    return { ...added };
  }

  /**
   * Takes the fault for a request, if any: the first one added that matches and is neither skipping nor used up.
   * Later ones do not see the request, so two faults for one path act one after the other.
   */
  take(request: FaultedRequest): ActiveFault | undefined {
    for (const fault of this.faults) {
      if (fault.timesLeft === 0 || !matches(fault, request)) continue;
      if (fault.skipsLeft > 0) {
        fault.skipsLeft--;
        continue;
      }
      fault.timesLeft--;
      return { ...fault };
    }
    return undefined;
  }

  /** All faults, used up ones included. */
  list(): ActiveFault[] {
    return structuredClone(this.faults);
  }

  /** Removes all faults. */
  clear(): void {
    this.faults = [];
  }
}
