import type { EngineEvent } from "@pulumi/pulumi/automation";
import type { RequestLogEntry } from "edgecloud-emulator";
import type { ExportedResource, TestStack } from "../../../engine/setup/test-stack";

/** The time in which a run has to end by itself, even on a busy machine. */
const boundSeconds = 240;

/** The results of a run of Pulumi. */
export interface Run {
  events: EngineEvent[];
  requests: RequestLogEntry[];
  resources: ExportedResource[];
  /** What it printed, if it failed. */
  failure: string | undefined;
  /** Whether its calls had to be cut, because it did not end in time. */
  wasCut: boolean;
  /** The errors that the engine reported for a resource, by the end of its URN. */
  errorsOf: (urnEnd: string) => string[];
}

/** Runs Pulumi on all resources at once; the failure of one does not keep it from the others. */
export async function runPulumi(stack: TestStack, verb: "up" | "refresh" | "destroy" | "preview"): Promise<Run> {
  const { emulator } = stack;
  const events: EngineEvent[] = [];
  const onEvent = (event: EngineEvent) => void events.push(event);
  const parallel = 200;
  const operations = {
    up: () => stack.up(parallel, { continueOnError: true, onEvent }),
    // It reads every resource, even if another one fails.
    refresh: () => stack.refresh({ parallel, onEvent }),
    destroy: () => stack.destroy({ parallel, continueOnError: true, onEvent }),
    preview: () => stack.preview({ parallel, onEvent }),
  };
  emulator.clearRequests();
  let wasCut = false;
  const timer = setTimeout(() => {
    wasCut = true;
    emulator.replaceState(emulator.state());
  }, boundSeconds * 1000);
  const failure = await operations[verb]().then(
    () => undefined,
    (error: Error) => error.message,
  );
  clearTimeout(timer);
  const [requests, resources] = [emulator.requests(), await stack.resources()];
  return { events, requests, resources, failure, wasCut, errorsOf: (urnEnd) => errorsOf(events, urnEnd) };
}

function errorsOf(events: readonly EngineEvent[], urnEnd: string): string[] {
  return events.flatMap(({ diagnosticEvent }) => {
    const { severity, urn = "", message = "" } = diagnosticEvent ?? {};
    return severity === "error" && urn.endsWith(urnEnd) ? [plain(message)] : [];
  });
}

/** Removes colours, and the text that the engine adds to the errors of a resource that stays in the state. */
function plain(message: string): string {
  return message
    .replace(/<\{%.*?%\}>/g, "")
    .replace(/^1 error occurred:\s+\* /, "")
    .trim();
}
