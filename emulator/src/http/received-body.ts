/** A request body before anybody looked into it: kept whole, so that the log can show what was sent even if it is bad. */
export class ReceivedBody {
  /** The parsed JSON. */
  readonly value: unknown;
  /** Why there is no `value`. */
  readonly problem: "not JSON" | "media type" | undefined;

  constructor(
    private readonly text: string,
    contentType: string | undefined,
  ) {
    // An empty body is none, whatever its content type: clients set the type on a DELETE too.
    if (text === "") return;
    try {
      this.value = JSON.parse(text) as unknown;
    } catch {
      this.problem = "not JSON";
    }
    if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) this.problem = "media type";
  }

  /** Parsed JSON, or the text as sent, or null. */
  get forLog(): unknown {
    if (this.text === "") return null;
    return this.problem === undefined ? this.value : this.text;
  }
}
