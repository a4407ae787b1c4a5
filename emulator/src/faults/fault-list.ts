import { matchesPattern, type SeenRequest } from "../http/request-pattern";
import { parseInput } from "../invalid-input";
import { faultSchema, type Fault } from "./schema";

/** A fault that was added. */
export interface ActiveFault extends Fault {
  readonly id: number;
  /** Matching requests that still pass. */
  readonly skipsLeft: number;
  /** Requests that it will still hit; 0 means used up. */
  readonly timesLeft: number;
  /** Requests that it has matched, including those that it skipped. */
  readonly matched: number;
}

type MutableFault = { -readonly [K in keyof ActiveFault]: ActiveFault[K] };

/** `when` is a function, which cannot be cloned. */
function copyFault({ when, ...rest }: MutableFault): ActiveFault {
  return { ...structuredClone(rest), ...(when && { when }) };
}

function appliesTo(fault: Fault, request: SeenRequest): boolean {
  return matchesPattern(fault, request) && (fault.when === undefined || fault.when(request));
}

/** The faults, in the order in which they were added. */
export class FaultList {
  private faults: MutableFault[] = [];
  private nextId = 1;

  /** Adds a fault; throws an `InvalidInputError`. */
  add(input: unknown): ActiveFault {
    const fault = parseInput(faultSchema, input, "fault");
    const added = { ...fault, id: this.nextId++, skipsLeft: fault.skip, timesLeft: fault.times, matched: 0 };
    this.faults.push(added);
    return copyFault(added);
  }

  /**
   * Returns the fault for a request, if any: the first one that matches and is neither skipping nor used up. Later ones
   * do not count the request, so two faults for one path act one after the other.
   */
  take(request: SeenRequest): ActiveFault | undefined {
    for (const fault of this.faults) {
      if (fault.timesLeft === 0 || !appliesTo(fault, request)) {
        continue;
      }
      fault.matched++;
      if (fault.skipsLeft > 0) {
        fault.skipsLeft--;
        continue;
      }
      fault.timesLeft--;
      return { ...fault };
    }
    return undefined;
  }

  /** All faults, including those that are used up. */
  list(): ActiveFault[] {
    return this.faults.map(copyFault);
  }

  /** The faults that no request has matched. */
  listUnmatched(): ActiveFault[] {
    return this.list().filter(({ matched }) => matched === 0);
  }

  /** Removes a fault; returns false if there is none with this ID. */
  remove(id: number): boolean {
    const left = this.faults.filter((fault) => fault.id !== id);
    const found = left.length < this.faults.length;
    this.faults = left;
    return found;
  }

  /** Removes all faults. */
  clear(): void {
    this.faults = [];
  }
}
