import { matchesPattern, type SeenRequest } from "../http/request-pattern";
import { parseInput } from "../invalid-input";
import { faultSchema, type Fault } from "./schema";

/** A fault in force. */
export interface ActiveFault extends Fault {
  readonly id: number;
  /** Matching requests that still pass. */
  readonly skipsLeft: number;
  /** Requests it will still hit; 0: used up. */
  readonly timesLeft: number;
  /** Requests that it was for so far, those that it let pass included. */
  readonly matched: number;
}

type MutableFault = { -readonly [K in keyof ActiveFault]: ActiveFault[K] };

/** A function cannot be cloned; it is the one part of a fault that nobody can change. */
function copyFault({ when, ...rest }: MutableFault): ActiveFault {
  return { ...structuredClone(rest), ...(when && { when }) };
}

/** Whether a fault is for a request. */
function appliesTo(fault: Fault, request: SeenRequest): boolean {
  return matchesPattern(fault, request) && (fault.when === undefined || fault.when(request));
}

/** Faults in the order in which they were added. */
export class FaultList {
  private faults: MutableFault[] = [];
  private nextId = 1;

  /** Adds a fault; throws an `InvalidInputError` that names what is wrong. */
  add(input: unknown): ActiveFault {
    const fault = parseInput(faultSchema, input, "fault");
    const added = { ...fault, id: this.nextId++, skipsLeft: fault.skip, timesLeft: fault.times, matched: 0 };
    this.faults.push(added);
    return copyFault(added);
  }

  /**
   * Takes the fault for a request, if any: the first one added that matches and is neither skipping nor used up.
   * Later ones do not see the request, so two faults for one path act one after the other.
   */
  take(request: SeenRequest): ActiveFault | undefined {
    for (const fault of this.faults) {
      if (fault.timesLeft === 0 || !appliesTo(fault, request)) continue;
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

  /** All faults, used up ones included. */
  list(): ActiveFault[] {
    return this.faults.map(copyFault);
  }

  /** Those that no request has matched. */
  listUnmatched(): ActiveFault[] {
    return this.list().filter(({ matched }) => matched === 0);
  }

  /** Removes one fault; false when there is none with this ID. */
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
