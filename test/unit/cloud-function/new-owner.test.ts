import type { CloudFunctionState } from "../../../provider/resources/cloud-function/schema";
import { answer, id, checkInputs, computedOutputs, unconfirmed } from "./functions";
import { missing, createHandler } from "./platform";

const declared = checkInputs({ description: "mine", taskTimeoutSeconds: 120 });
const ours = answer({ description: "mine" });
const state: CloudFunctionState = { ...declared, ...computedOutputs, adopted: true, claim: "aaaa0001" };
const finished = { "t-1": ["FINISHED"] };

describe("on destroy, the function", () => {
  it.each<[string, Partial<CloudFunctionState>]>([
    ["adopted", { adopted: true }],
    ["adopted, with onDestroy: retain", { adopted: true, onDestroy: "retain" }],
    ["created by the resource, with onDestroy: retain", { adopted: false, onDestroy: "retain" }],
  ])("stays, without any request: %s", async (_, change) => {
    const { handler, sent, looks } = createHandler({});
    await handler.delete(id, { ...state, ...change });
    const notice = 'function "resize" stays on the platform, as it is: its onDestroy is "retain"';
    expect([sent, looks(), handler.noticed]).toEqual([[], 0, [notice]]);
    expect(handler.claims.isDeleted(id)).toBe(false);
  });

  it.each<[string, Partial<CloudFunctionState>]>([
    ["adopted, with onDestroy: delete", { adopted: true, onDestroy: "delete" }],
    ["created by the resource", { adopted: false }],
    ["of a state of an older version", { adopted: undefined }],
  ])("is deleted: %s", async (_, change) => {
    const reads = (changes: number) => (changes === 0 ? ours : missing);
    const { handler, verbs } = createHandler({ reads, deletes: [["t-1"]], tasks: finished });
    await handler.delete(id, { ...state, ...change });
    expect([verbs(), handler.claims.isDeleted(id)]).toEqual([["deletes"], true]);
  });
});

describe("a function that another resource of the program manages now", () => {
  const going: CloudFunctionState = { ...state, onDestroy: "delete" };
  const notice = 'function "resize" stays on the platform: another resource of this program manages it now';

  it.each([
    ["created by the destroyed resource", { ...declared, ...computedOutputs }],
    ["adopted by the destroyed resource", going],
    ["after a creation with an unknown outcome", unconfirmed(declared)],
  ])("stays, and the user is notified: %s", async (_, old) => {
    const { handler, sent, looks } = createHandler({});
    handler.claims.claim(id, { claim: "bbbb0002" });
    await handler.delete(id, old);
    expect([sent, looks(), handler.noticed]).toEqual([[], 0, [notice]]);
    expect(handler.claims.isDeleted(id)).toBe(false);
  });

  it("stays until that resource has adopted it, unless this one creates it again", async () => {
    const reads = (changes: number) => (changes === 0 ? ours : missing);
    const { handler, verbs } = createHandler({ reads, deletes: [["t-1"]], tasks: finished });
    handler.claims.expectAdoption(id);
    await handler.delete(id, going);
    expect([verbs(), handler.noticed]).toEqual([
      [],
      ['function "resize" stays on the platform: the program adopts it'],
    ]);
    handler.claims.markDeleted(id);
    await handler.delete(id, going);
    expect(verbs()).toEqual(["deletes"]);
  });

  it("is deleted with that other resource", async () => {
    const reads = (changes: number) => (changes === 0 ? ours : missing);
    const { handler, verbs } = createHandler({ reads, deletes: [["t-1"]], tasks: finished });
    handler.claims.claim(id, going);
    await handler.delete(id, { ...going });
    expect([verbs(), handler.noticed]).toEqual([["deletes"], []]);
  });

  it("does not matter if it has another name", async () => {
    const reads = (changes: number) => (changes === 0 ? ours : missing);
    const { handler, verbs } = createHandler({ reads, deletes: [["t-1"]], tasks: finished });
    handler.claims.claim("12/7/images/crop", { claim: "bbbb0002" });
    await handler.delete(id, going);
    expect(verbs()).toEqual(["deletes"]);
  });
});
