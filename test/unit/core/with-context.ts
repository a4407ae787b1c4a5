import { Claims } from "../../../provider/core/claims";
import type { Handler, Waits } from "../../../provider/core/handler";
import { silentDisplay } from "./jobs";

/** A handler as it is called within one run of Pulumi; `noticed` has the notices to the user. */
export function withContext<Inputs extends object, State extends object>(
  handler: Handler<Inputs, State>,
  { claims = new Claims(), waits = silentDisplay() }: { claims?: Claims; waits?: Waits } = {},
) {
  const noticed: string[] = [];
  const context = {
    claims,
    waits,
    notify: (text: string) => void noticed.push(text),
  };
  return {
    noticed,
    claims,
    check: (args: Record<string, unknown>) => handler.check(args),
    adoption: (inputs: Inputs) => handler.checkAdoption?.(inputs, context),
    diff: (id: string, state: State, inputs: Inputs) => {
      const { fields = [], ...difference } = handler.diff(id, state, inputs);
      if (!difference.replaces) {
        expect(fields.length > 0).toBe(difference.changes);
      }
      return difference;
    },
    listFields: (id: string, state: State, inputs: Inputs) => handler.diff(id, state, inputs).fields,
    create: (inputs: Inputs) => handler.create(inputs, context),
    read: (id: string, state: Partial<State>) => handler.read(id, state),
    update: (id: string, state: State, inputs: Inputs) => handler.update(id, state, inputs, context),
    delete: (id: string, state: State) => handler.delete(id, state, context),
  };
}
