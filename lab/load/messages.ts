import type { EngineEvent } from "@pulumi/pulumi/automation";

/** A message that a reader of the output gets: one that vanishes again, one that stays, or an error. */
export interface Message {
  readonly kind: "live" | "note" | "error";
  readonly text: string;
}

/** The type of each resource of this package begins so. */
export const TYPE_PREFIX = "pulumi-nodejs:dynamic/edgecloud:";

/** Readers do not see messages of other severities, such as `debug`. */
const VISIBLE = /^(info|warning|error)/;

/** Collects the messages of an operation from its events, and counts the resources that it creates. */
export class MessageCollector {
  readonly messages: Message[] = [];
  /** Resources that Pulumi reports as created. */
  created = 0;

  readonly onEvent = ({ diagnosticEvent, resOutputsEvent }: EngineEvent): void => {
    const { op, type } = resOutputsEvent?.metadata ?? {};
    if (op === "create" && type?.startsWith(TYPE_PREFIX)) {
      this.created++;
    }
    const { message = "", severity = "", ephemeral } = diagnosticEvent ?? {};
    const text = message.replace(/<\{%.*?%\}>/g, "").trim();
    if (text !== "" && VISIBLE.test(severity)) {
      this.messages.push({ kind: severity === "error" ? "error" : ephemeral ? "live" : "note", text });
    }
  };
}

/** Matches what the provider says when the platform has asked it to wait. */
export const SLOWED = /slow/i;

const MAX_QUOTE_LENGTH = 240;

/** Quotes the first message of one of these kinds that matches, on one line; undefined if there is none. */
export function quote(
  messages: readonly Message[],
  kinds: readonly Message["kind"][],
  pattern: RegExp = /./,
): string | undefined {
  const found = messages.find(({ kind, text }) => kinds.includes(kind) && pattern.test(text));
  const line = found?.text.replace(/\s+/g, " ").replace("1 error occurred: * ", "");
  return line && `“${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH - 1)}…` : line}”`;
}
