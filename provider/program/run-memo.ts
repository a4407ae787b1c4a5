import * as pulumi from "@pulumi/pulumi";
import { connect, type Connection } from "../api/connection";
import type { Config } from "../config/config";
import { canonicalJson } from "../values/json";

/**
 * What one run of a program has asked the platform already. A process can run many programs, one after the other or
 * at once, so a run is known by its stack resource; outside of any run, as in a unit test, nothing is kept.
 */
export class RunMemo {
  private static readonly runs = new WeakMap<object, RunMemo>();

  private readonly connections = new Map<string, Connection>();
  private readonly answers = new Map<string, Promise<unknown>>();

  /** The memo of the run in which this is called. */
  static current(): RunMemo {
    const stack = pulumi.runtime.getStackResource();
    const memo = (stack && RunMemo.runs.get(stack)) ?? new RunMemo();
    if (stack) {
      RunMemo.runs.set(stack, memo);
    }
    return memo;
  }

  /** One connection for equal settings. */
  connection(config: Config): Connection {
    return remember(this.connections, canonicalJson(config), () => connect(config));
  }

  /** Makes a call once; a call that failed is not made again either. */
  answer<T>(call: readonly unknown[], make: () => Promise<T>): Promise<T> {
    return remember(this.answers, canonicalJson(call), make) as Promise<T>;
  }
}

function remember<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const kept = map.get(key) ?? make();
  map.set(key, kept);
  return kept;
}
