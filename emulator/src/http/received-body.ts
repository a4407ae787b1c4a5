import { readJson, type JsonDocument, type JsonProblem } from "../json-document";

/** A request body, kept as sent so that the log can show it even if it is not valid. */
export class ReceivedBody {
  readonly text: string;
  /** The parsed JSON. */
  readonly value: unknown;
  /** Why the platform refuses it. */
  readonly problem: JsonProblem | "byte order mark" | "media type" | undefined;

  constructor(bytes: Buffer, contentType: string | undefined) {
    // An empty body counts as none, whatever its content type: clients send the type with a DELETE, too.
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
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    return "media type";
  }
  // RFC 8259, 8.1: JSON sent over a network must not begin with one.
  return problem ?? (hasByteOrderMark ? "byte order mark" : undefined);
}
