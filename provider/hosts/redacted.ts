import { redact } from "../api/redaction";
import { shortestSecret } from "../api/secret-forms";
import type { Failure, OperationContext } from "../core/handler";
import { mask } from "../core/hidden-values";
import type { Wait } from "../core/waits";

/** Where an operation writes to, without what is secret. */
export function redactedContext(context: OperationContext): OperationContext {
  const { notice, waits, secrets = [] } = context;
  if (secrets.length === 0) {
    return context;
  }
  const clean = (text: string) => redact(text, secrets);
  return {
    ...context,
    notice: (text) => notice(clean(text)),
    waits: {
      get count() {
        return waits.count;
      },
      during: <Result>(noun: string, name: string, work: (wait: Wait) => Promise<Result>) =>
        waits.during(noun, clean(name), (wait) => work({ ...wait, show: (state) => wait.show(clean(state)) })),
    },
  };
}

/** Failures without what is secret. */
export function redactedFailures(failures: Failure[], secrets: readonly string[] = []): Failure[] {
  const clean = ({ property, reason }: Failure) => ({
    property: redact(property, secrets),
    reason: redactQuotes(reason, secrets),
  });
  return secrets.length > 0 ? failures.map(clean) : failures;
}

/** What is wrong with an argument quotes parts of it, too: the host in an address, for instance. */
function redactQuotes(reason: string, secrets: readonly string[]): string {
  const isPart = (quoted: string) =>
    quoted.length >= shortestSecret && secrets.some((secret) => secret.includes(quoted));
  return redact(reason, secrets).replace(/"([^"]+)"/g, (whole, quoted: string) => (isPart(quoted) ? mask : whole));
}
