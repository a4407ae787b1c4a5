import { readJson, type JsonDocument, type JsonProblem } from "../json-document";

/** A request body before anybody looked into it: kept whole, so that the log can show what was sent even if it is bad. */
export class ReceivedBody {
  /** What was sent, as text. */
  readonly text: string;
  /** The parsed JSON. */
  readonly value: unknown;
  /** Why the platform does not take it. */
  readonly problem: JsonProblem | "byte order mark" | "media type" | undefined;

  constructor(bytes: Buffer, contentType: string | undefined) {
    // An empty body is none, whatever its content type: clients set the type on a DELETE too.
    if (bytes.length === 0) {
      this.text = "";
      return;
    }
    const document = readJson(bytes);
    this.text = document.text;
    this.value = document.value;
    this.problem = findProblem(document, contentType);
  }
}

function findProblem({ problem, hasByteOrderMark }: JsonDocument, contentType = ""): ReceivedBody["problem"] {
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return "media type";
  // RFC 8259, 8.1: who sends JSON must not begin with one.
  return problem ?? (hasByteOrderMark ? "byte order mark" : undefined);
}
