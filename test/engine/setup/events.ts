import type { EngineEvent } from "@pulumi/pulumi/automation";

/** What an operation tells besides its output: `onEvent` is an option of it. */
export class EventRecorder {
  private readonly events: EngineEvent[] = [];

  readonly onEvent = (event: EngineEvent): void => {
    this.events.push(event);
  };

  /** The lines of live progress. */
  get progress(): string[] {
    return this.diagnostics.flatMap(({ ephemeral, message }) => (ephemeral ? [message.trim()] : []));
  }

  private get diagnostics() {
    return this.events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []);
  }
}
